export { type Metrics, type MetricsOptions, startMetrics } from './metrics/metrics.js'

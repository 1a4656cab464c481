export { type MonitorCommandOptions, type MonitorCommandOutput, runMonitor } from './alerts/command.js'
export { MonitorError } from './alerts/state-file.js'
export { type Metrics, type MetricsOptions, startMetrics } from './metrics/metrics.js'

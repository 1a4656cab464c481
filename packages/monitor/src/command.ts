export { MonitorError } from './alerts/state-file.js'
export { type Metrics, type MetricsOptions, startMetrics } from './metrics/metrics.js'
export { type MonitorCommandOptions, type MonitorCommandOutput, runMonitor } from './run/command.js'

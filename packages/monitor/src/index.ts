export type { Alert, AlertKind, ResolvedReason } from './alerts/alert.js'
export { type MessageFormat, messageFormats } from './alerts/formats.js'
export type { MonitorReady } from './alerts/monitor.js'
export { MonitorError } from './alerts/state-file.js'
export type { WebhookOptions } from './alerts/webhook.js'
export {
  type EvaluatedFlow,
  type Evaluation,
  type EvaluationInput,
  evaluateFlows,
  type FailureSeries,
  type NodeState,
} from './evaluate.js'
export { createEvaluator, type Evaluator, type EvaluatorOptions, type FlowSource } from './evaluator.js'
export { type FlowMetrics, type FlowMetricsOptions, registerFlowMetrics, registerNodeMetrics } from './metrics/chain.js'
export {
  type Metrics,
  type MetricsOptions,
  startMetrics,
} from './metrics/metrics.js'
export {
  type CheckedNode,
  createNodeChecks,
  type NodeChecks,
  type NodeChecksOptions,
} from './metrics/nodes.js'
export { type DryRunMessage, dryRunMonitor, type MonitorFlowsOptions, monitorFlows } from './run/run.js'
export type { SubscriptionsOptions } from './subscriptions/subscriptions.js'

export interface MetricDefinition {
  type: 'gauge' | 'counter'
  help: string
  labels: readonly string[]
}

export const chainMetrics = {
  intento_flows: {
    type: 'gauge',
    help: 'Flows by status, verdict, and cause of the expected or last failure.',
    labels: ['status', 'verdict', 'cause'],
  },
  intento_flows_complete: {
    type: 'gauge',
    help: '1 if the health of all flows is known, 0 while the chain is still being read.',
    labels: [],
  },
  intento_runs_total: {
    type: 'counter',
    help: 'Runs by outcome, since this process started.',
    labels: ['outcome'],
  },
  intento_evaluation_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last evaluation of the flows.',
    labels: [],
  },
  intento_node_up: {
    type: 'gauge',
    help: '1 if the node answered the last check, otherwise 0.',
    labels: ['node'],
  },
  intento_node_height: {
    type: 'gauge',
    help: 'Newest block height that the node reported.',
    labels: ['node'],
  },
  intento_node_lag_blocks: {
    type: 'gauge',
    help: 'Blocks by which the node is behind the highest node.',
    labels: ['node'],
  },
  intento_node_block_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the newest block of the node. An old time means that the node is silent or behind.',
    labels: ['node'],
  },
  intento_node_errors_total: {
    type: 'counter',
    help: 'Failed checks of the node, by kind of error.',
    labels: ['node', 'kind'],
  },
  intento_flow_info: {
    type: 'gauge',
    help: 'Always 1. Its labels describe the flow. Join it to other metrics with group_left.',
    labels: ['flow', 'owner', 'label'],
  },
  intento_flow_failing: {
    type: 'gauge',
    help: '1 if the last result of the flow is a failure and the flow will run again, otherwise 0.',
    labels: ['flow'],
  },
  intento_flow_failures: {
    type: 'gauge',
    help: 'Failed runs since the last success. The number can be higher if older runs are unknown.',
    labels: ['flow'],
  },
  intento_flow_stopped_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last run of a flow that ended with a failure or stopped early because of a problem.',
    labels: ['flow'],
  },
  intento_flow_runs_left: {
    type: 'gauge',
    help: 'Runs that the payer can probably pay.',
    labels: ['flow'],
  },
  intento_flow_scheduled_runs: {
    type: 'gauge',
    help: 'Runs until the end of the schedule.',
    labels: ['flow'],
  },
  intento_flow_last_paid_run_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last run that can be paid. Missing if the money lasts for all scheduled runs, or for none.',
    labels: ['flow'],
  },
  intento_flow_next_run_timestamp_seconds: {
    type: 'gauge',
    help: 'Time when the next run is due. It is in the past if the run is overdue. Missing after the last run.',
    labels: ['flow'],
  },
  intento_flow_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last successful run. Missing if none of the newest runs succeeded.',
    labels: ['flow'],
  },
  intento_flow_certain_failure_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the first run that will certainly fail for this reason, unless an account or the flow is changed.',
    labels: ['flow', 'risk'],
  },
  intento_flows_without_details: {
    type: 'gauge',
    help: 'Named flows that have no metrics with the label "flow", because the limit is reached.',
    labels: [],
  },
} as const satisfies Record<string, MetricDefinition>

export type ChainMetricName = keyof typeof chainMetrics

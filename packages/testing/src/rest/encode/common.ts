import type {
  Coin,
  Comparison,
  Conditions,
  FeedbackLoop,
  Flow,
  HistoryEntry,
  IcqConfig,
  Params,
  TrustlessAgent,
} from '../../chain/state.js'
import type { Release } from '../../releases.js'

export interface Fields {
  flow: (flow: Flow, release: Release) => unknown
  entry: (entry: HistoryEntry) => unknown
  params: (params: Params, release: Release) => unknown
  agent: (agent: TrustlessAgent, release: Release) => unknown
}

export function coinFields({ denom, amount }: Coin): Coin {
  return { denom, amount }
}

export function paramsFields(params: Params): object {
  return {
    flow_funds_commission: params.flowFundsCommission,
    flow_flex_fee_mul: params.flowFlexFeeMul,
    burn_fee_per_msg: params.burnFeePerMsg,
    gas_fee_coins: params.gasFeeCoins.map(coinFields),
    max_flow_duration: params.maxFlowDuration,
    min_flow_duration: params.minFlowDuration,
    min_flow_interval: params.minFlowInterval,
  }
}

export function flowFields(flow: Flow): object {
  return {
    id: flow.id,
    owner: flow.owner,
    label: flow.label,
    fee_address: flow.feeAddress,
    msgs: flow.msgs,
    interval: flow.interval,
    start_time: flow.startTime,
    exec_time: flow.execTime,
    end_time: flow.endTime,
    update_history: flow.updateHistory,
  }
}

export function conditionsFields(conditions: Conditions | null, release: Release): unknown {
  return (
    conditions && {
      feedback_loops: conditions.feedbackLoops.map(loop => feedbackLoopFields(loop, release)),
      comparisons: conditions.comparisons.map(comparison => comparisonFields(comparison, release)),
      stop_on_success_of: conditions.stopOnSuccessOf,
      stop_on_failure_of: conditions.stopOnFailureOf,
      skip_on_failure_of: conditions.skipOnFailureOf,
      skip_on_success_of: conditions.skipOnSuccessOf,
      use_and_for_comparisons: conditions.useAndForComparisons,
    }
  )
}

function feedbackLoopFields(loop: FeedbackLoop, release: Release): unknown {
  return {
    flow_id: loop.flowId,
    response_index: loop.responseIndex,
    response_key: loop.responseKey,
    msgs_index: loop.msgsIndex,
    msg_key: loop.msgKey,
    value_type: loop.valueType,
    ...(release.differenceMode && { difference_mode: loop.differenceMode }),
    icq_config: icqFields(loop.icqConfig),
  }
}

function comparisonFields(comparison: Comparison, release: Release): unknown {
  return {
    flow_id: comparison.flowId,
    response_index: comparison.responseIndex,
    response_key: comparison.responseKey,
    value_type: comparison.valueType,
    operator: comparison.operator,
    operand: comparison.operand,
    ...(release.differenceMode && { difference_mode: comparison.differenceMode }),
    icq_config: icqFields(comparison.icqConfig),
  }
}

function icqFields(config: IcqConfig | null): unknown {
  return (
    config && {
      connection_id: config.connectionId,
      chain_id: config.chainId,
      timeout_policy: config.timeoutPolicy,
      timeout_duration: config.timeoutDuration,
      query_type: config.queryType,
      query_key: config.queryKey,
      response: config.response,
    }
  )
}

export function entryFields(entry: HistoryEntry, execFee: unknown): object {
  return {
    scheduled_exec_time: entry.scheduledExecTime,
    actual_exec_time: entry.actualExecTime,
    exec_fee: execFee,
    executed: entry.executed,
    timed_out: entry.timedOut,
    errors: entry.errors,
    msg_responses: entry.msgResponses,
    query_responses: entry.queryResponses,
  }
}

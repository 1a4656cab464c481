import type { AnyMessage, Comparison, FeedbackLoop, FlowConditions, IcqConfig } from '../../types.js'
import type { FlowDraft } from '../draft.js'

export const submitFlow = '/intento.intent.v1.MsgSubmitFlow'

/**
 * Returns the `MsgSubmitFlow` of a draft as JSON that a node accepts. Fields that not all releases support are only set if the draft
 * uses them.
 */
export function draftMessage(draft: FlowDraft): AnyMessage {
  const { configuration, trustlessAgent, conditions } = draft
  return {
    '@type': submitFlow,
    owner: draft.owner,
    label: draft.label,
    msgs: draft.msgs,
    duration: draft.duration,
    interval: draft.interval,
    start_at: draft.startAt,
    fee_funds: draft.feeFunds,
    configuration: {
      save_responses: configuration.saveResponses,
      updating_disabled: configuration.updatingDisabled,
      stop_on_success: configuration.stopOnSuccess,
      stop_on_failure: configuration.stopOnFailure,
      stop_on_timeout: configuration.stopOnTimeout,
      wallet_fallback: configuration.walletFallback,
    },
    connection_id: draft.connectionId,
    ...(trustlessAgent && {
      trustless_agent: {
        agent_address: trustlessAgent.agentAddress,
        fee_limit: trustlessAgent.feeLimit,
        connection_id: trustlessAgent.connectionId,
      },
    }),
    ...(isUsed(conditions) && {
      conditions: {
        feedback_loops: conditions.feedbackLoops.map(feedbackLoopMessage),
        comparisons: conditions.comparisons.map(comparisonMessage),
        stop_on_success_of: conditions.stopOnSuccessOf,
        stop_on_failure_of: conditions.stopOnFailureOf,
        skip_on_failure_of: conditions.skipOnFailureOf,
        skip_on_success_of: conditions.skipOnSuccessOf,
        use_and_for_comparisons: conditions.useAndForComparisons,
      },
    }),
  }
}

function isUsed(conditions: FlowConditions): boolean {
  return Object.values(conditions).some(value => (Array.isArray(value) ? value.length > 0 : value))
}

function feedbackLoopMessage(loop: FeedbackLoop): object {
  return {
    flow_id: loop.flowId,
    response_index: loop.responseIndex,
    response_key: loop.responseKey,
    msgs_index: loop.msgsIndex,
    msg_key: loop.msgKey,
    value_type: loop.valueType,
    ...optionalFields(loop),
  }
}

function comparisonMessage(comparison: Comparison): object {
  return {
    flow_id: comparison.flowId,
    response_index: comparison.responseIndex,
    response_key: comparison.responseKey,
    value_type: comparison.valueType,
    operator: comparison.operator,
    operand: comparison.operand,
    ...optionalFields(comparison),
  }
}

function optionalFields({ differenceMode, icqConfig }: Comparison | FeedbackLoop): object {
  return {
    ...(differenceMode && { difference_mode: true }),
    ...(icqConfig && { icq_config: icqConfigMessage(icqConfig) }),
  }
}

function icqConfigMessage(config: IcqConfig): object {
  return {
    connection_id: config.connectionId,
    chain_id: config.chainId,
    timeout_policy: config.timeoutPolicy,
    timeout_duration: config.timeoutDuration,
    query_type: config.queryType,
    query_key: config.queryKey,
    response: config.response,
  }
}

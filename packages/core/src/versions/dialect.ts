import {
  type Body,
  boolean,
  child,
  childOrNull,
  childOrUnset,
  coins,
  list,
  messages,
  number,
  string,
  stringOrNull,
  strings,
} from '../decode.js'
import { pageInfo } from '../pagination.js'
import type {
  Coin,
  Comparison,
  ConnectionRewards,
  FeedbackLoop,
  Flow,
  FlowConditions,
  FlowConfiguration,
  FlowHistoryEntry,
  IcqConfig,
  Params,
  SelfHostedIca,
  TrustlessAgent,
} from '../types.js'
import type { Version } from './contract.js'

/** Where the versions' bodies differ: field names, and how to read what has another shape or is not everywhere. */
export interface Dialect {
  flow: string
  flows: string
  selfHostedIca: string
  walletFallback: string
  trustlessAgent: (flow: Body) => TrustlessAgent | null
  differenceMode: (condition: Body, field: string) => boolean
  execFee: (entry: Body, field: string) => Coin[]
  packetSequences: (entry: Body, field: string) => string[]
  connectionRewards: (params: Body) => ConnectionRewards[]
}

/** The mappers of a version, from what is particular about it. */
export function mappersOf(dialect: Dialect): Version['mappers'] {
  const flow = (body: Body): Flow => ({
    id: string(body, 'id'),
    owner: string(body, 'owner'),
    label: string(body, 'label'),
    feeAddress: string(body, 'fee_address'),
    msgs: messages(body, 'msgs'),
    interval: string(body, 'interval'),
    startTime: string(body, 'start_time'),
    execTime: string(body, 'exec_time'),
    endTime: string(body, 'end_time'),
    updateHistory: strings(body, 'update_history'),
    selfHostedIca: childOrNull(body, dialect.selfHostedIca, selfHostedIca),
    trustlessAgent: dialect.trustlessAgent(body),
    configuration: childOrUnset(body, 'configuration', configuration),
    conditions: childOrUnset(body, 'conditions', conditions),
  })

  const configuration = (body: Body): FlowConfiguration => ({
    saveResponses: boolean(body, 'save_responses'),
    updatingDisabled: boolean(body, 'updating_disabled'),
    stopOnSuccess: boolean(body, 'stop_on_success'),
    stopOnFailure: boolean(body, 'stop_on_failure'),
    stopOnTimeout: boolean(body, 'stop_on_timeout'),
    walletFallback: boolean(body, dialect.walletFallback),
  })

  const conditions = (body: Body): FlowConditions => ({
    feedbackLoops: list(body, 'feedback_loops', feedbackLoop),
    comparisons: list(body, 'comparisons', comparison),
    stopOnSuccessOf: strings(body, 'stop_on_success_of'),
    stopOnFailureOf: strings(body, 'stop_on_failure_of'),
    skipOnFailureOf: strings(body, 'skip_on_failure_of'),
    skipOnSuccessOf: strings(body, 'skip_on_success_of'),
    useAndForComparisons: boolean(body, 'use_and_for_comparisons'),
  })

  const feedbackLoop = (body: Body): FeedbackLoop => ({
    flowId: string(body, 'flow_id'),
    responseIndex: number(body, 'response_index'),
    responseKey: string(body, 'response_key'),
    msgsIndex: number(body, 'msgs_index'),
    msgKey: string(body, 'msg_key'),
    valueType: string(body, 'value_type'),
    differenceMode: dialect.differenceMode(body, 'difference_mode'),
    icqConfig: childOrNull(body, 'icq_config', icqConfig),
  })

  const comparison = (body: Body): Comparison => ({
    flowId: string(body, 'flow_id'),
    responseIndex: number(body, 'response_index'),
    responseKey: string(body, 'response_key'),
    valueType: string(body, 'value_type'),
    operator: string(body, 'operator'),
    operand: string(body, 'operand'),
    differenceMode: dialect.differenceMode(body, 'difference_mode'),
    icqConfig: childOrNull(body, 'icq_config', icqConfig),
  })

  const entry = (body: Body): FlowHistoryEntry => ({
    scheduledExecTime: string(body, 'scheduled_exec_time'),
    actualExecTime: string(body, 'actual_exec_time'),
    execFee: dialect.execFee(body, 'exec_fee'),
    executed: boolean(body, 'executed'),
    timedOut: boolean(body, 'timed_out'),
    errors: strings(body, 'errors'),
    msgResponses: messages(body, 'msg_responses'),
    queryResponses: strings(body, 'query_responses'),
    packetSequences: dialect.packetSequences(body, 'packet_sequences'),
  })

  const params = (body: Body): Params => ({
    flowFundsCommission: string(body, 'flow_funds_commission'),
    flowFlexFeeMul: string(body, 'flow_flex_fee_mul'),
    burnFeePerMsg: string(body, 'burn_fee_per_msg'),
    gasFeeCoins: coins(body, 'gas_fee_coins'),
    maxFlowDuration: string(body, 'max_flow_duration'),
    minFlowDuration: string(body, 'min_flow_duration'),
    minFlowInterval: string(body, 'min_flow_interval'),
    connectionRewards: dialect.connectionRewards(body),
  })

  const flows: Version['mappers']['flows'] = (body, args) => ({
    flows: list(body, dialect.flows, flow),
    ...pageInfo(body, args),
  })

  return {
    flow: body => child(body, dialect.flow, flow),
    flows,
    flowsForOwner: flows,
    flowHistory: (body, args) => ({ history: list(body, 'history', entry), ...pageInfo(body, args) }),
    ica: body => string(body, 'interchain_account_address'),
    params: body => child(body, 'params', params),
  }
}

function selfHostedIca(body: Body): SelfHostedIca | null {
  const portId = string(body, 'port_id')
  const connectionId = string(body, 'connection_id')
  return portId || connectionId ? { portId, connectionId } : null
}

function icqConfig(body: Body): IcqConfig {
  return {
    connectionId: string(body, 'connection_id'),
    chainId: string(body, 'chain_id'),
    timeoutPolicy: string(body, 'timeout_policy'),
    timeoutDuration: string(body, 'timeout_duration'),
    queryType: string(body, 'query_type'),
    queryKey: string(body, 'query_key'),
    response: stringOrNull(body, 'response') ?? '',
  }
}

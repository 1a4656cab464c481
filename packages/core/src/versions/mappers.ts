import {
  type Body,
  boolean,
  checkFields,
  childOrDefaults,
  childOrNull,
  coins,
  integer,
  list,
  messages,
  notFound,
  number,
  requiredList,
  requiredString,
  string,
  stringOrNull,
  strings,
  uint64,
} from '../decode.js'
import type {
  Coin,
  Comparison,
  ConnectionRewards,
  FeedbackLoop,
  Flow,
  FlowConditions,
  FlowConfiguration,
  FlowHistoryEntry,
  FlowHistoryPage,
  FlowsPage,
  IcaConfig,
  IcqConfig,
  Params,
  TrustlessAgent,
  TrustlessAgentConfig,
  TrustlessAgentFeeConfig,
  TrustlessAgentsPage,
} from '../types.js'
import { pageInfo } from './pagination.js'

type Mapper<Data> = (body: Body) => Data
type PageMapper<Page> = (body: Body, isCounted: boolean) => Page

export function flowsPage(field: string, mapper: Mapper<Flow>): PageMapper<FlowsPage> {
  return (body, isCounted) => {
    const flows = withoutRepetitions(requiredList(body[field], field, mapper), ({ id }) => id)
    return { flows, ...pageInfo(body, isCounted) }
  }
}

export function historyPage(mapper: Mapper<FlowHistoryEntry>): PageMapper<FlowHistoryPage> {
  return (body, isCounted) => ({ history: requiredList(body.history, 'history', mapper), ...pageInfo(body, isCounted) })
}

export function agentsPage(field: string, mapper: Mapper<TrustlessAgent>): PageMapper<TrustlessAgentsPage> {
  return (body, isCounted) => {
    const trustlessAgents = withoutRepetitions(
      requiredList(body[field], field, mapper),
      ({ agentAddress }) => agentAddress,
    )
    return { trustlessAgents, ...pageInfo(body, isCounted) }
  }
}

/** Frameworks use the IDs as keys, and Svelte throws an error if a key occurs twice. */
function withoutRepetitions<T>(items: T[], idOf: (item: T) => string): T[] {
  const byId = new Map(items.map(item => [idOf(item), item]))
  return byId.size === items.length ? items : [...byId.values()]
}

/** For an unknown address, nodes return an agent with an empty address instead of an error. */
export function existing(field: string, mapper: Mapper<TrustlessAgent>): Mapper<TrustlessAgent> {
  return body => {
    const agent = mapper(body)
    return agent.agentAddress ? agent : notFound(field, 'agent')
  }
}

export function ica(body: Body): string {
  return requiredString(body.interchain_account_address, 'interchain_account_address')
}

export function flow(body: Body): Flow {
  const flow = {
    id: uint64(body.id, 'id'),
    owner: requiredString(body.owner, 'owner'),
    label: requiredString(body.label, 'label'),
    feeAddress: requiredString(body.fee_address, 'fee_address'),
    msgs: messages(body.msgs, 'msgs'),
    interval: requiredString(body.interval, 'interval'),
    startTime: requiredString(body.start_time, 'start_time'),
    execTime: requiredString(body.exec_time, 'exec_time'),
    endTime: requiredString(body.end_time, 'end_time'),
    updateHistory: strings(body.update_history, 'update_history'),
    selfHostedIca: icaConfigOrNull(body.self_hosted_ica, 'self_hosted_ica'),
    trustlessAgent: childOrNull(body.trustless_agent, 'trustless_agent', agentConfig),
    configuration: childOrDefaults(body.configuration, 'configuration', configuration),
    conditions: childOrDefaults(body.conditions, 'conditions', conditions),
  }
  checkFields(body, ['msgs', 'update_history', 'configuration', 'conditions'])
  return flow
}

/** Returns null for an empty account, because nodes return one for flows that use none. */
export function icaConfigOrNull(value: unknown, field: string): IcaConfig | null {
  const config = childOrDefaults(value, field, icaConfig)
  return config.portId || config.connectionId ? config : null
}

export function icaConfig(body: Body): IcaConfig {
  return { portId: string(body.port_id, 'port_id'), connectionId: string(body.connection_id, 'connection_id') }
}

export function agentConfig(body: Body): TrustlessAgentConfig | null {
  const config = {
    agentAddress: string(body.agent_address, 'agent_address'),
    feeLimit: coins(body.fee_limit, 'fee_limit'),
    connectionId: string(body.connection_id, 'connection_id'),
  }
  return config.agentAddress || config.feeLimit.length > 0 || config.connectionId ? config : null
}

export function configuration(body: Body): FlowConfiguration {
  return {
    saveResponses: boolean(body.save_responses, 'save_responses'),
    updatingDisabled: boolean(body.updating_disabled, 'updating_disabled'),
    stopOnSuccess: boolean(body.stop_on_success, 'stop_on_success'),
    stopOnFailure: boolean(body.stop_on_failure, 'stop_on_failure'),
    stopOnTimeout: boolean(body.stop_on_timeout, 'stop_on_timeout'),
    walletFallback: boolean(body.wallet_fallback, 'wallet_fallback'),
  }
}

export function conditions(body: Body): FlowConditions {
  return {
    feedbackLoops: list(body.feedback_loops, 'feedback_loops', feedbackLoop),
    comparisons: list(body.comparisons, 'comparisons', comparison),
    stopOnSuccessOf: strings(body.stop_on_success_of, 'stop_on_success_of'),
    stopOnFailureOf: strings(body.stop_on_failure_of, 'stop_on_failure_of'),
    skipOnFailureOf: strings(body.skip_on_failure_of, 'skip_on_failure_of'),
    skipOnSuccessOf: strings(body.skip_on_success_of, 'skip_on_success_of'),
    useAndForComparisons: boolean(body.use_and_for_comparisons, 'use_and_for_comparisons'),
  }
}

function feedbackLoop(body: Body): FeedbackLoop {
  return {
    flowId: integer(body.flow_id, 'flow_id'),
    responseIndex: number(body.response_index, 'response_index'),
    responseKey: string(body.response_key, 'response_key'),
    msgsIndex: number(body.msgs_index, 'msgs_index'),
    msgKey: string(body.msg_key, 'msg_key'),
    valueType: string(body.value_type, 'value_type'),
    differenceMode: boolean(body.difference_mode, 'difference_mode'),
    icqConfig: childOrNull(body.icq_config, 'icq_config', icqConfig),
  }
}

function comparison(body: Body): Comparison {
  return {
    flowId: integer(body.flow_id, 'flow_id'),
    responseIndex: number(body.response_index, 'response_index'),
    responseKey: string(body.response_key, 'response_key'),
    valueType: string(body.value_type, 'value_type'),
    operator: string(body.operator, 'operator', 'EQUAL'),
    operand: string(body.operand, 'operand'),
    differenceMode: boolean(body.difference_mode, 'difference_mode'),
    icqConfig: childOrNull(body.icq_config, 'icq_config', icqConfig),
  }
}

function icqConfig(body: Body): IcqConfig {
  return {
    connectionId: string(body.connection_id, 'connection_id'),
    chainId: string(body.chain_id, 'chain_id'),
    timeoutPolicy: string(body.timeout_policy, 'timeout_policy', 'REJECT_QUERY_RESPONSE'),
    timeoutDuration: string(body.timeout_duration, 'timeout_duration', '0s'),
    queryType: string(body.query_type, 'query_type'),
    queryKey: string(body.query_key, 'query_key'),
    response: stringOrNull(body.response, 'response') ?? '',
  }
}

const entryFields = ['exec_fee', 'executed', 'timed_out', 'errors', 'msg_responses', 'query_responses']

export function historyEntry(body: Body, execFee: Coin[] = coins(body.exec_fee, 'exec_fee')): FlowHistoryEntry {
  checkFields(body, entryFields)
  return {
    scheduledExecTime: requiredString(body.scheduled_exec_time, 'scheduled_exec_time'),
    actualExecTime: requiredString(body.actual_exec_time, 'actual_exec_time'),
    execFee,
    executed: boolean(body.executed, 'executed'),
    timedOut: boolean(body.timed_out, 'timed_out'),
    errors: strings(body.errors, 'errors'),
    msgResponses: messages(body.msg_responses, 'msg_responses'),
    queryResponses: strings(body.query_responses, 'query_responses'),
    packetSequences: strings(body.packet_sequences, 'packet_sequences'),
  }
}

const paramsFields = ['flow_funds_commission', 'flow_flex_fee_mul', 'burn_fee_per_msg', 'gas_fee_coins']

export function params(body: Body): Params {
  checkFields(body, paramsFields)
  return {
    flowFundsCommission: integer(body.flow_funds_commission, 'flow_funds_commission'),
    flowFlexFeeMul: integer(body.flow_flex_fee_mul, 'flow_flex_fee_mul'),
    burnFeePerMsg: integer(body.burn_fee_per_msg, 'burn_fee_per_msg'),
    gasFeeCoins: coins(body.gas_fee_coins, 'gas_fee_coins'),
    maxFlowDuration: requiredString(body.max_flow_duration, 'max_flow_duration'),
    minFlowDuration: requiredString(body.min_flow_duration, 'min_flow_duration'),
    minFlowInterval: requiredString(body.min_flow_interval, 'min_flow_interval'),
    connectionRewards: list(body.connection_rewards, 'connection_rewards', connectionRewards),
  }
}

function connectionRewards(body: Body): ConnectionRewards {
  return {
    connectionId: string(body.connection_id, 'connection_id'),
    relayerRewards: strings(body.relayer_rewards, 'relayer_rewards'),
  }
}

export function agent(body: Body): TrustlessAgent {
  return {
    agentAddress: requiredString(body.agent_address, 'agent_address'),
    icaConfig: childOrDefaults(body.ica_config, 'ica_config', icaConfig),
    feeConfig: childOrDefaults(body.fee_config, 'fee_config', feeConfig),
  }
}

function feeConfig(body: Body): TrustlessAgentFeeConfig {
  return {
    feeAdmin: string(body.fee_admin, 'fee_admin'),
    feeCoinsSupported: coins(body.fee_coins_supported, 'fee_coins_supported'),
  }
}

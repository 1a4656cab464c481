import {
  type Body,
  boolean,
  child,
  childOrDefaults,
  childOrNull,
  coin,
  coins,
  duration,
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
  time,
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
  FlowsPage,
  IcaConfig,
  IcqConfig,
  Params,
  TrustlessAgent,
  TrustlessAgentConfig,
  TrustlessAgentFeeConfig,
  TrustlessAgentsPage,
} from '../types.js'
import type { Version } from './contract.js'
import { pageInfo } from './pagination.js'

export interface BodyDifferences {
  flow: string
  flows: string
  selfHostedIca: string
  walletFallback: string
  trustlessAgentConfig: (flow: Body) => TrustlessAgentConfig | null
  execFee: (entry: Body) => Coin[]
  /** The names of parameters in earlier releases. The keys are their current names. */
  formerParams: { readonly [param: string]: string }
  connectionRewards: (params: Body) => ConnectionRewards[]
  agent: string
  agents: string
  agentAddress: string
  feeConfig: string
  feeAdmin: string
  feeCoinsSupported: string
}

export function createMappers(differences: BodyDifferences): Version['mappers'] {
  const flow = (body: Body): Flow => ({
    id: uint64(body, 'id'),
    owner: requiredString(body, 'owner'),
    label: string(body, 'label'),
    feeAddress: string(body, 'fee_address'),
    msgs: messages(body, 'msgs'),
    interval: duration(body, 'interval'),
    startTime: time(body, 'start_time'),
    execTime: time(body, 'exec_time'),
    endTime: time(body, 'end_time'),
    updateHistory: strings(body, 'update_history'),
    selfHostedIca: icaConfigOrNull(body, differences.selfHostedIca),
    trustlessAgent: differences.trustlessAgentConfig(body),
    configuration: childOrDefaults(body, 'configuration', one => configuration(one, differences.walletFallback)),
    conditions: childOrDefaults(body, 'conditions', conditions),
  })

  const entry = (body: Body): FlowHistoryEntry => ({
    scheduledExecTime: time(body, 'scheduled_exec_time'),
    actualExecTime: time(body, 'actual_exec_time'),
    execFee: differences.execFee(body),
    executed: boolean(body, 'executed'),
    timedOut: boolean(body, 'timed_out'),
    errors: strings(body, 'errors'),
    msgResponses: messages(body, 'msg_responses'),
    queryResponses: strings(body, 'query_responses'),
    packetSequences: strings(body, 'packet_sequences'),
  })

  const params = (body: Body): Params => {
    const named = (field: string) => (field in body ? field : (differences.formerParams[field] ?? field))
    return {
      flowFundsCommission: integer(body, named('flow_funds_commission')),
      flowFlexFeeMul: integer(body, named('flow_flex_fee_mul')),
      burnFeePerMsg: integer(body, named('burn_fee_per_msg')),
      gasFeeCoins: coins(body, 'gas_fee_coins'),
      maxFlowDuration: duration(body, named('max_flow_duration')),
      minFlowDuration: duration(body, named('min_flow_duration')),
      minFlowInterval: duration(body, named('min_flow_interval')),
      connectionRewards: differences.connectionRewards(body),
    }
  }

  const agent = (body: Body): TrustlessAgent => ({
    agentAddress: requiredString(body, differences.agentAddress),
    icaConfig: childOrDefaults(body, 'ica_config', icaConfig),
    feeConfig: childOrDefaults(body, differences.feeConfig, feeConfig),
  })

  const feeConfig = (body: Body): TrustlessAgentFeeConfig => ({
    feeAdmin: string(body, differences.feeAdmin),
    feeCoinsSupported: coins(body, differences.feeCoinsSupported),
  })

  /** For an unknown address, nodes return an agent with an empty address instead of an error. */
  const existingAgent = (body: Body): TrustlessAgent => {
    const found = agent(body)
    return found.agentAddress ? found : notFound(differences.agentAddress, 'agent')
  }

  const flows = (body: Body, isCounted: boolean): FlowsPage => ({
    flows: requiredList(body, differences.flows, flow),
    ...pageInfo(body, isCounted),
  })

  const agents = (body: Body, isCounted: boolean): TrustlessAgentsPage => ({
    trustlessAgents: requiredList(body, differences.agents, agent),
    ...pageInfo(body, isCounted),
  })

  return {
    flow: body => child(body, differences.flow, flow),
    flows,
    flowsForOwner: flows,
    flowHistory: (body, isCounted) => ({
      history: requiredList(body, 'history', entry),
      ...pageInfo(body, isCounted),
    }),
    ica: body => requiredString(body, 'interchain_account_address'),
    params: body => child(body, 'params', params),
    trustlessAgent: body => child(body, differences.agent, existingAgent),
    trustlessAgents: agents,
    trustlessAgentsForAdmin: agents,
    totalBurnt: body => child(body, 'total_burnt', coin),
  }
}

export function configuration(body: Body, walletFallback: string): FlowConfiguration {
  return {
    saveResponses: boolean(body, 'save_responses'),
    updatingDisabled: boolean(body, 'updating_disabled'),
    stopOnSuccess: boolean(body, 'stop_on_success'),
    stopOnFailure: boolean(body, 'stop_on_failure'),
    stopOnTimeout: boolean(body, 'stop_on_timeout'),
    walletFallback: boolean(body, walletFallback),
  }
}

export function conditions(body: Body): FlowConditions {
  return {
    feedbackLoops: list(body, 'feedback_loops', feedbackLoop),
    comparisons: list(body, 'comparisons', comparison),
    stopOnSuccessOf: strings(body, 'stop_on_success_of'),
    stopOnFailureOf: strings(body, 'stop_on_failure_of'),
    skipOnFailureOf: strings(body, 'skip_on_failure_of'),
    skipOnSuccessOf: strings(body, 'skip_on_success_of'),
    useAndForComparisons: boolean(body, 'use_and_for_comparisons'),
  }
}

function feedbackLoop(body: Body): FeedbackLoop {
  return {
    flowId: integer(body, 'flow_id'),
    responseIndex: number(body, 'response_index'),
    responseKey: string(body, 'response_key'),
    msgsIndex: number(body, 'msgs_index'),
    msgKey: string(body, 'msg_key'),
    valueType: string(body, 'value_type'),
    differenceMode: boolean(body, 'difference_mode'),
    icqConfig: childOrNull(body, 'icq_config', icqConfig),
  }
}

function comparison(body: Body): Comparison {
  return {
    flowId: integer(body, 'flow_id'),
    responseIndex: number(body, 'response_index'),
    responseKey: string(body, 'response_key'),
    valueType: string(body, 'value_type'),
    operator: string(body, 'operator', 'EQUAL'),
    operand: string(body, 'operand'),
    differenceMode: boolean(body, 'difference_mode'),
    icqConfig: childOrNull(body, 'icq_config', icqConfig),
  }
}

function icqConfig(body: Body): IcqConfig {
  return {
    connectionId: string(body, 'connection_id'),
    chainId: string(body, 'chain_id'),
    timeoutPolicy: string(body, 'timeout_policy', 'REJECT_QUERY_RESPONSE'),
    timeoutDuration: duration(body, 'timeout_duration'),
    queryType: string(body, 'query_type'),
    queryKey: string(body, 'query_key'),
    response: stringOrNull(body, 'response') ?? '',
  }
}

function icaConfig(body: Body): IcaConfig {
  return { portId: string(body, 'port_id'), connectionId: string(body, 'connection_id') }
}

/** Returns null for an empty account, because nodes return one for flows that use none. */
function icaConfigOrNull(body: Body, field: string): IcaConfig | null {
  const config = childOrNull(body, field, icaConfig)
  return config && (config.portId || config.connectionId) ? config : null
}

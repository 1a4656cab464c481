import {
  type ConditionsBody,
  type ConfigurationBody,
  camelCaseFields,
  type HostedConfigBody,
  readConfiguration,
  readHostedConfig,
} from '../json-fields.js'
import type {
  AnyMessage,
  Coin,
  Comparison,
  Conditions,
  Configuration,
  FeedbackLoop,
  IcqConfig,
  TrustlessAgentConfig,
} from '../state.js'

/** The content of a `MsgSubmitFlow` of either API version, with a default value for each missing field. */
export interface Submission {
  owner: string
  label: string
  msgs: AnyMessage[]
  duration: string
  interval: string
  /** Seconds since 1970, or 0. */
  startAt: bigint
  feeFunds: Coin[]
  configuration: Configuration
  connectionId: string
  trustlessAgent: TrustlessAgentConfig
  conditions: Conditions
}

type SubmissionBody = Partial<Omit<Submission, 'startAt' | 'configuration' | 'trustlessAgent' | 'conditions'>> & {
  startAt?: string | number
  configuration?: ConfigurationBody | null
  trustlessAgent?: Partial<TrustlessAgentConfig> | null
  hostedIcaConfig?: HostedConfigBody | null
  conditions?: Partial<ConditionsBody> | null
}

export function readSubmission(message: AnyMessage): Submission {
  const { startAt, configuration, trustlessAgent, hostedIcaConfig, conditions, ...body }: SubmissionBody =
    camelCaseFields(message)
  return {
    owner: body.owner ?? '',
    label: body.label ?? '',
    msgs: body.msgs ?? [],
    duration: body.duration ?? '',
    interval: body.interval ?? '',
    startAt: BigInt(startAt ?? 0),
    feeFunds: body.feeFunds ?? [],
    configuration: readConfiguration(configuration ?? {}),
    connectionId: body.connectionId ?? '',
    trustlessAgent: {
      agentAddress: '',
      feeLimit: [],
      connectionId: '',
      ...(hostedIcaConfig && readHostedConfig(hostedIcaConfig)),
      ...trustlessAgent,
    },
    conditions: readConditions(conditions ?? {}),
  }
}

function readConditions({ feedbackLoops = [], comparisons = [], ...lists }: Partial<ConditionsBody>): Conditions {
  return {
    feedbackLoops: feedbackLoops.map(readFeedbackLoop),
    comparisons: comparisons.map(readComparison),
    stopOnSuccessOf: [],
    stopOnFailureOf: [],
    skipOnFailureOf: [],
    skipOnSuccessOf: [],
    useAndForComparisons: false,
    ...lists,
  }
}

function readFeedbackLoop({ icqConfig, ...loop }: Partial<FeedbackLoop>): FeedbackLoop {
  return {
    flowId: '0',
    responseIndex: 0,
    responseKey: '',
    msgsIndex: 0,
    msgKey: '',
    valueType: '',
    differenceMode: false,
    ...loop,
    icqConfig: icqConfig ? readQuery(icqConfig) : null,
  }
}

function readComparison({
  icqConfig,
  operator = 0,
  ...comparison
}: Partial<Comparison> | NumberedOperator): Comparison {
  return {
    flowId: '0',
    responseIndex: 0,
    responseKey: '',
    valueType: '',
    operand: '',
    differenceMode: false,
    ...comparison,
    operator: nameIn(operators, operator),
    icqConfig: icqConfig ? readQuery(icqConfig) : null,
  }
}

type NumberedOperator = Partial<Omit<Comparison, 'operator'>> & { operator?: number }

function readQuery({ timeoutPolicy, ...config }: Partial<IcqConfig>): IcqConfig {
  return {
    connectionId: '',
    chainId: '',
    timeoutDuration: '0s',
    queryType: '',
    queryKey: '',
    response: null,
    ...config,
    timeoutPolicy: nameIn(timeoutPolicies, timeoutPolicy ?? 0),
  }
}

const timeoutPolicies = ['REJECT_QUERY_RESPONSE', 'RETRY_QUERY_REQUEST', 'EXECUTE_QUERY_CALLBACK']

export const operators = [
  'EQUAL',
  'CONTAINS',
  'NOT_CONTAINS',
  'SMALLER_THAN',
  'LARGER_THAN',
  'GREATER_EQUAL',
  'LESS_EQUAL',
  'STARTS_WITH',
  'ENDS_WITH',
  'NOT_EQUAL',
]

/** Nodes accept the name or the number of an enum value. */
function nameIn(names: readonly string[], value: string | number): string {
  return typeof value === 'number' ? (names[value] ?? String(value)) : value
}

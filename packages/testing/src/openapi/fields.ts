import type {
  Coin,
  Comparison,
  Conditions,
  Configuration,
  FeedbackLoop,
  Flow,
  HistoryEntry,
  IcaConfig,
  IcqConfig,
  Params,
  TrustlessAgent,
  TrustlessAgentConfig,
} from '../chain/state.js'

export type Schema = Readonly<Record<string, unknown>>

export type Fields<T> = { readonly [Name in keyof T]-?: Schema }

export const text = (description: string): Schema => ({ type: 'string', description })
export const uint64 = (description: string): Schema => ({ type: 'string', pattern: '^[0-9]+$', description })
const integer = (description: string): Schema => ({ type: 'string', pattern: '^-?[0-9]+$', description })
const uint32 = (description: string): Schema => ({ type: 'integer', minimum: 0, description })
const flag = (description: string): Schema => ({ type: 'boolean', description })
const time = (description: string): Schema => ({ type: 'string', format: 'date-time', description })
const base64 = (description: string): Schema => ({ type: 'string', contentEncoding: 'base64', description })
const duration = (description: string): Schema => ({
  type: 'string',
  pattern: '^-?[0-9]+(\\.[0-9]{1,9})?s$',
  description: `${description} A number of seconds followed by \`s\`, such as \`60s\` or \`90.500s\`.`,
})
export const ref = (name: string, description?: string): Schema => ({
  $ref: `#/components/schemas/${name}`,
  ...(description && { description }),
})
export const list = (items: Schema, description: string): Schema => ({ type: 'array', items, description })
const nullable = (schema: Schema, description: string): Schema => ({ anyOf: [schema, { type: 'null' }], description })

const flowIds = (description: string): Schema => list(uint64('A flow ID.'), description)

export const coin: Fields<Coin> = {
  denom: text('The base denom, such as `uinto`.'),
  amount: integer('The amount in the base denom. `1000` uinto is 0.001 INTO.'),
}

export const icaConfig: Fields<Omit<IcaConfig, 'hostConnectionId'>> = {
  portId: text('`icacontroller-` followed by the owner. Empty if the flow has no interchain account.'),
  connectionId: text('The connection ID, such as `connection-0`.'),
}

export const trustlessAgentConfig: Fields<TrustlessAgentConfig> = {
  agentAddress: text('The agent that executes the flow. Empty if the flow has no agent.'),
  feeLimit: list(ref('Coin'), 'The highest fee that the owner pays per execution, one coin per accepted denom.'),
  connectionId: text('The connection ID, such as `connection-0`.'),
}

export const configuration: Fields<Configuration> = {
  saveResponses: flag('Saves message responses in the history, where comparisons and feedback loops can read them.'),
  updatingDisabled: flag('If true, the owner cannot update the flow.'),
  stopOnSuccess: flag('Stops the flow after an execution that succeeded.'),
  stopOnFailure: flag('Stops the flow after an execution that failed.'),
  stopOnTimeout: flag('Stops the flow after an execution that timed out.'),
  walletFallback: flag("Pays fees from the owner's balance if the balance of the flow's fee address is too low."),
}

export const icqConfig: Fields<IcqConfig> = {
  connectionId: text('The connection ID, such as `connection-0`.'),
  chainId: text('The ID of the queried chain.'),
  timeoutPolicy: text(
    '`REJECT_QUERY_RESPONSE`, `RETRY_QUERY_REQUEST` or `EXECUTE_QUERY_CALLBACK`. Newer nodes may return other values.',
  ),
  timeoutDuration: duration('How long to wait for the response.'),
  queryType: text('The type of the query, such as `store/bank/key`.'),
  queryKey: base64("The key to read from the other chain's store."),
  response: nullable(base64('The response to the query.'), 'Null until the other chain responds.'),
}

const source = {
  flowId: uint64('The ID of the flow whose response is read. `0` is the flow itself.'),
  responseIndex: uint32('The index of the response, starting at 0.'),
  responseKey: text('The path of the value in the response, such as `Amount.[0]`.'),
  valueType: text('The type of the value, such as `sdk.Coin` or `math.Int`.'),
  differenceMode: flag('Uses the difference to the previous response instead of the value.'),
  icqConfig: nullable(
    ref('IcqConfig'),
    "The query that reads the value from another chain's store. Null if the value comes from a response.",
  ),
}

export const feedbackLoop: Fields<FeedbackLoop> = {
  ...source,
  msgsIndex: uint32('The index of the message that receives the value, starting at 0.'),
  msgKey: text('The path of the field that receives the value, such as `Amount`.'),
}

export const comparison: Fields<Comparison> = {
  ...source,
  operator: text(
    '`EQUAL`, `CONTAINS`, `NOT_CONTAINS`, `SMALLER_THAN`, `LARGER_THAN`, `GREATER_EQUAL`, `LESS_EQUAL`, `STARTS_WITH`, `ENDS_WITH` or `NOT_EQUAL`. Newer nodes may return other values.',
  ),
  operand: text('The value to compare with, such as `1uinto`.'),
}

export const conditions: Fields<Conditions> = {
  feedbackLoops: list(ref('FeedbackLoop'), 'Feedback loops, which copy values from earlier responses into messages.'),
  comparisons: list(ref('Comparison'), 'Comparisons that must be true for the flow to execute.'),
  stopOnSuccessOf: flowIds('Stops the flow when one of these flows succeeds.'),
  stopOnFailureOf: flowIds('Stops the flow when one of these flows fails.'),
  skipOnFailureOf: flowIds('Skips an execution if the last execution of one of these flows failed.'),
  skipOnSuccessOf: flowIds('Skips an execution if the last execution of one of these flows succeeded.'),
  useAndForComparisons: flag('If true, all comparisons must be true. If false, one is enough.'),
}

export const flow: Fields<Flow> = {
  id: uint64('IDs start at 1 and have no gaps.'),
  owner: text('The bech32 address of the owner.'),
  label: text('The text that the owner entered. Display it as text, not as HTML.'),
  feeAddress: text('The address that pays for executions.'),
  msgs: list(ref('AnyMessage'), 'The messages that each execution runs, in order.'),
  interval: duration('The time between executions. `0s` for a single execution.'),
  startTime: time('When the flow starts. The first execution is one interval later.'),
  execTime: time('When the flow executes next. After the end of the flow, when it executed last.'),
  endTime: time('When the flow ends. It does not execute after this time.'),
  updateHistory: list(time('When the owner updated the flow.'), 'All updates, oldest first.'),
  selfHostedIca: nullable(ref('SelfHostedIca'), "The interchain account of the flow's owner."),
  trustlessAgent: nullable(
    ref('TrustlessAgentConfig'),
    'The interchain account of an operator, which executes the flow for a fee.',
  ),
  configuration: nullable(ref('Configuration'), 'Null means the defaults.'),
  conditions: nullable(ref('Conditions'), 'Null means no conditions.'),
}

export const historyEntry: Fields<HistoryEntry> = {
  scheduledExecTime: time('When the execution was due.'),
  actualExecTime: time('When the execution ran.'),
  execFee: list(ref('Coin'), 'The fee of the execution. Empty if the chain did not try to execute the messages.'),
  executed: flag('Whether the messages were executed. An execution with `errors` failed even if this is true.'),
  timedOut: flag('Whether the packet to the other chain timed out.'),
  errors: list(text('An error message of the chain.'), 'The errors of the execution.'),
  msgResponses: list(ref('AnyMessage'), 'The message responses. Saved only if `save_responses` is true.'),
  queryResponses: list(base64('The raw value stored on the other chain.'), 'Responses to queries of other chains.'),
  packetSequences: list(uint64('The sequence of a packet to another chain.'), 'Empty for an execution on this chain.'),
}

export const params: Fields<Params> = {
  flowFundsCommission: uint64('The commission on the funds of a flow, in percent.'),
  flowFlexFeeMul: uint64('The fee per unit of gas, in thousandths. It is added to the burn fee.'),
  burnFeePerMsg: uint64('The amount burned per message, in the base denom.'),
  gasFeeCoins: list(ref('Coin'), 'The gas price in each denom that pays fees.'),
  maxFlowDuration: duration('The maximum duration of a flow.'),
  minFlowDuration: duration('The minimum duration of a flow.'),
  minFlowInterval: duration('The minimum interval of a flow.'),
  connectionRewards: list(ref('ConnectionRewards'), 'The rewards of relayers, per connection.'),
}

export const connectionRewards: Fields<Params['connectionRewards'][number]> = {
  connectionId: text('The connection ID, such as `connection-0`.'),
  relayerRewards: list(uint64('An amount in the base denom.'), 'One reward per message class.'),
}

export const trustlessAgent: Fields<TrustlessAgent> = {
  agentAddress: text('The address of the agent. Empty if the requested address is not an agent.'),
  icaConfig: nullable(ref('SelfHostedIca'), 'The port and connection that control its interchain account.'),
  feeConfig: nullable(ref('FeeConfig'), 'The fees of the agent.'),
}

export const feeConfig: Fields<NonNullable<TrustlessAgent['feeConfig']>> = {
  feeAdmin: text('The account that can change the fees.'),
  feeCoinsSupported: list(ref('Coin'), 'The fee per execution, one coin per denom.'),
}

export const hostedIcaConfig: Schema = nullable(
  ref('HostedIcaConfig'),
  'The interchain account of an operator, which executes the flow for a fee.',
)

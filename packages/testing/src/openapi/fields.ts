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

/** A JSON Schema of 2020-12, as OpenAPI 3.1 has them. */
export type Schema = Readonly<Record<string, unknown>>

/** A schema for every field of a type: a field that is added to it is missing here until it is described. */
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
  description: `${description} Seconds with an \`s\`: \`60s\`, \`90.500s\`.`,
})
export const ref = (name: string, description?: string): Schema => ({
  $ref: `#/components/schemas/${name}`,
  ...(description && { description }),
})
export const list = (items: Schema, description: string): Schema => ({ type: 'array', items, description })
const nullable = (schema: Schema, description: string): Schema => ({ anyOf: [schema, { type: 'null' }], description })

const flowIds = (description: string): Schema => list(uint64('A flow id.'), description)

export const coin: Fields<Coin> = {
  denom: text('The base denom, as `uinto`.'),
  amount: integer('In the base denom: `1000` uinto is 0.001 INTO.'),
}

export const icaConfig: Fields<Omit<IcaConfig, 'hostConnectionId'>> = {
  portId: text('`icacontroller-` and the owner; empty where the flow has none.'),
  connectionId: text('As `connection-0`.'),
}

export const trustlessAgentConfig: Fields<TrustlessAgentConfig> = {
  agentAddress: text('Empty where the flow has none.'),
  feeLimit: list(ref('Coin'), 'The most the owner pays per execution, one coin per accepted denom.'),
  connectionId: text('As `connection-0`.'),
}

export const configuration: Fields<Configuration> = {
  saveResponses: flag('Keep message responses in the history, where comparisons and feedback loops can read them.'),
  updatingDisabled: flag('The owner can no longer change the flow.'),
  stopOnSuccess: flag('Stop after an execution that succeeded.'),
  stopOnFailure: flag('Stop after an execution that failed.'),
  stopOnTimeout: flag('Stop after an execution that timed out.'),
  walletFallback: flag("Take fees from the owner's balance when the flow's own fee address runs dry."),
}

export const icqConfig: Fields<IcqConfig> = {
  connectionId: text('As `connection-0`.'),
  chainId: text('The chain that is asked.'),
  timeoutPolicy: text(
    '`REJECT_QUERY_RESPONSE`, `RETRY_QUERY_REQUEST` or `EXECUTE_QUERY_CALLBACK`; newer nodes may know more.',
  ),
  timeoutDuration: duration('How long the answer may take.'),
  queryType: text('`store/bank/key` and the like.'),
  queryKey: base64("A key of the other chain's store."),
  response: nullable(base64('What was answered.'), 'Null until the other chain answered.'),
}

const source = {
  flowId: uint64('The flow whose response is read; `0` is this one.'),
  responseIndex: uint32('Which of its responses, from 0.'),
  responseKey: text('The part of it, as `Amount.[0]`.'),
  valueType: text('As `sdk.Coin` or `math.Int`.'),
  differenceMode: flag('Take the change since the response before.'),
  icqConfig: nullable(ref('IcqConfig'), "Read another chain's store instead; null where it is not."),
}

export const feedbackLoop: Fields<FeedbackLoop> = {
  ...source,
  msgsIndex: uint32('Which message the value is put into, from 0.'),
  msgKey: text('Where in the message, as `Amount`.'),
}

export const comparison: Fields<Comparison> = {
  ...source,
  operator: text(
    '`EQUAL`, `CONTAINS`, `NOT_CONTAINS`, `SMALLER_THAN`, `LARGER_THAN`, `GREATER_EQUAL`, `LESS_EQUAL`, `STARTS_WITH`, `ENDS_WITH` or `NOT_EQUAL`; newer nodes may know more.',
  ),
  operand: text('What the value is compared with, as `1uinto`.'),
}

export const conditions: Fields<Conditions> = {
  feedbackLoops: list(ref('FeedbackLoop'), 'Values of earlier responses that are put into messages.'),
  comparisons: list(ref('Comparison'), 'What must hold for an execution to happen.'),
  stopOnSuccessOf: flowIds('Stop when one of these succeeds.'),
  stopOnFailureOf: flowIds('Stop when one of these fails.'),
  skipOnFailureOf: flowIds('Skip an execution when one of these failed.'),
  skipOnSuccessOf: flowIds('Skip an execution when one of these succeeded.'),
  useAndForComparisons: flag('All comparisons must hold, instead of any.'),
}

export const flow: Fields<Flow> = {
  id: uint64('From 1, without gaps.'),
  owner: text('A bech32 address.'),
  label: text('Whatever the owner typed: show it as text, never as markup.'),
  feeAddress: text('The address that pays for executions.'),
  msgs: list(ref('AnyMessage'), 'What is executed, in this order.'),
  interval: duration('`0s` for a single execution.'),
  startTime: time('The first execution comes one interval later.'),
  execTime: time('The next execution while there is one; the last after that.'),
  endTime: time('No execution comes after it.'),
  updateHistory: list(time('When the owner changed the flow.'), 'Oldest first.'),
  selfHostedIca: nullable(ref('SelfHostedIca'), "An interchain account of the flow's owner."),
  trustlessAgent: nullable(ref('TrustlessAgentConfig'), "Somebody else's interchain account that executes for a fee."),
  configuration: nullable(ref('Configuration'), 'Null stands for the defaults.'),
  conditions: nullable(ref('Conditions'), 'Null stands for none.'),
}

export const historyEntry: Fields<HistoryEntry> = {
  scheduledExecTime: time('When it was due.'),
  actualExecTime: time('When it ran.'),
  execFee: list(ref('Coin'), 'Empty when nothing was tried.'),
  executed: flag('Whether it was carried out. An execution with `errors` failed all the same.'),
  timedOut: flag('Whether its packet to the other chain timed out.'),
  errors: list(text("The chain's own words."), 'What went wrong.'),
  msgResponses: list(ref('AnyMessage'), 'Kept only with `save_responses`.'),
  queryResponses: list(base64('The raw value stored on the other chain.'), 'Answers of other chains.'),
  packetSequences: list(uint64('Of a packet to another chain.'), 'Empty for an execution on this chain.'),
}

export const params: Fields<Params> = {
  flowFundsCommission: uint64('Percent of the funds attached to a flow (100 = 1x).'),
  flowFlexFeeMul: uint64('Promille of the gas used, on top of the burn fee.'),
  burnFeePerMsg: uint64('In the base denom.'),
  gasFeeCoins: list(ref('Coin'), 'The price of gas in each denom that fees can be paid in.'),
  maxFlowDuration: duration('The longest a flow may live.'),
  minFlowDuration: duration('The shortest a flow may live.'),
  minFlowInterval: duration('The least time between two executions.'),
  connectionRewards: list(ref('ConnectionRewards'), 'What relayers are paid.'),
}

export const connectionRewards: Fields<Params['connectionRewards'][number]> = {
  connectionId: text('As `connection-0`.'),
  relayerRewards: list(uint64('In the base denom.'), 'One amount per class of message.'),
}

export const trustlessAgent: Fields<TrustlessAgent> = {
  agentAddress: text('Empty for an address that is no agent.'),
  icaConfig: nullable(ref('SelfHostedIca'), 'Where its interchain account is controlled from.'),
  feeConfig: nullable(ref('FeeConfig'), 'What it takes.'),
}

export const feeConfig: Fields<NonNullable<TrustlessAgent['feeConfig']>> = {
  feeAdmin: text('Who may change the fees.'),
  feeCoinsSupported: list(ref('Coin'), 'The fee per execution, one coin per denom.'),
}

export const hostedIcaConfig: Schema = nullable(
  ref('HostedIcaConfig'),
  "Somebody else's interchain account that executes for a fee.",
)

import type { QueryName } from '../src/index.js'

/** Returns a description of each problem with a value. */
type Shape = (value: unknown, place: string) => string[]

const ofType =
  (type: 'string' | 'number' | 'boolean'): Shape =>
  (value, place) =>
    typeof value === type ? [] : [`${place} is not a ${type}`]

const string = ofType('string')
const number = ofType('number')
const boolean = ofType('boolean')

const listOf =
  (item: Shape): Shape =>
  (value, place) =>
    Array.isArray(value) ? value.flatMap((one, index) => item(one, `${place}[${index}]`)) : [`${place} is not an array`]

const orNull =
  (shape: Shape): Shape =>
  (value, place) =>
    value === null ? [] : shape(value, place)

/** A plain object with exactly these fields. */
const object =
  (fields: Record<string, Shape>): Shape =>
  (value, place) => {
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return [`${place} is not a plain object`]
    const surplus = Reflect.ownKeys(value).filter(field => !Object.hasOwn(fields, field))
    return [
      ...surplus.map(field => `${place}.${String(field)} is not declared`),
      ...Object.entries(fields).flatMap(([field, shape]) =>
        Object.hasOwn(value, field)
          ? shape((value as Record<string, unknown>)[field], `${place}.${field}`)
          : [`${place}.${field} is missing`],
      ),
    ]
  }

const message: Shape = (value, place) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? string((value as Record<string, unknown>)['@type'], `${place}.@type`)
    : [`${place} is not an object`]

const coin = object({ denom: string, amount: string })

const icqConfig = object({
  connectionId: string,
  chainId: string,
  timeoutPolicy: string,
  timeoutDuration: string,
  queryType: string,
  queryKey: string,
  response: string,
})

const condition = {
  flowId: string,
  responseIndex: number,
  responseKey: string,
  valueType: string,
  differenceMode: boolean,
  icqConfig: orNull(icqConfig),
}

const flow = object({
  id: string,
  owner: string,
  label: string,
  feeAddress: string,
  msgs: listOf(message),
  interval: string,
  startTime: string,
  execTime: string,
  endTime: string,
  updateHistory: listOf(string),
  selfHostedIca: orNull(object({ portId: string, connectionId: string })),
  trustlessAgent: orNull(object({ agentAddress: string, feeLimit: listOf(coin), connectionId: string })),
  configuration: object({
    saveResponses: boolean,
    updatingDisabled: boolean,
    stopOnSuccess: boolean,
    stopOnFailure: boolean,
    stopOnTimeout: boolean,
    walletFallback: boolean,
  }),
  conditions: object({
    feedbackLoops: listOf(object({ ...condition, msgsIndex: number, msgKey: string })),
    comparisons: listOf(object({ ...condition, operator: string, operand: string })),
    stopOnSuccessOf: listOf(string),
    stopOnFailureOf: listOf(string),
    skipOnFailureOf: listOf(string),
    skipOnSuccessOf: listOf(string),
    useAndForComparisons: boolean,
  }),
})

const entry = object({
  scheduledExecTime: string,
  actualExecTime: string,
  execFee: listOf(coin),
  executed: boolean,
  timedOut: boolean,
  errors: listOf(string),
  msgResponses: listOf(message),
  queryResponses: listOf(string),
  packetSequences: listOf(string),
})

const params = object({
  flowFundsCommission: string,
  flowFlexFeeMul: string,
  burnFeePerMsg: string,
  gasFeeCoins: listOf(coin),
  maxFlowDuration: string,
  minFlowDuration: string,
  minFlowInterval: string,
  connectionRewards: listOf(object({ connectionId: string, relayerRewards: listOf(string) })),
})

const trustlessAgent = object({
  agentAddress: string,
  icaConfig: object({ portId: string, connectionId: string }),
  feeConfig: object({ feeAdmin: string, feeCoinsSupported: listOf(coin) }),
})

const total: Shape = (value, place) =>
  value === null || (Number.isInteger(value) && (value as number) >= 0) ? [] : [`${place} is not a count`]

const page = { nextKey: orNull(string), total }

/** The shape of each query's data, defined separately from the code under test. */
export const shapes: Record<QueryName, Shape> = {
  flow,
  flows: object({ flows: listOf(flow), ...page }),
  flowsForOwner: object({ flows: listOf(flow), ...page }),
  flowHistory: object({ history: listOf(entry), ...page }),
  ica: string,
  params,
  trustlessAgent,
  trustlessAgents: object({ trustlessAgents: listOf(trustlessAgent), ...page }),
  trustlessAgentsForAdmin: object({ trustlessAgents: listOf(trustlessAgent), ...page }),
  totalBurnt: coin,
}

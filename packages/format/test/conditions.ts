import type { Comparison, FlowConditions, IcqConfig } from '@flow-query/core'

/** The conditions of a flow without conditions. */
export const none: FlowConditions = {
  feedbackLoops: [],
  comparisons: [],
  stopOnSuccessOf: [],
  stopOnFailureOf: [],
  skipOnFailureOf: [],
  skipOnSuccessOf: [],
  useAndForComparisons: false,
}

export const icq: IcqConfig = {
  connectionId: 'connection-0',
  chainId: 'host-1',
  timeoutPolicy: 'EXECUTE_QUERY_CALLBACK',
  timeoutDuration: '30s',
  queryType: 'store/bank/key',
  queryKey: '',
  response: '',
}
export const comparison: Comparison = {
  flowId: '0',
  responseIndex: 0,
  responseKey: 'Amount.[0]',
  valueType: 'sdk.Coin',
  operator: 'LARGER_THAN',
  operand: '1uinto',
  differenceMode: false,
  icqConfig: null,
}

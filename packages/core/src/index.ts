export { chainTime } from './chain-time.js'
export {
  createFlowClient,
  type FlowClient,
  type FlowClientOptions,
  type OtherChainOptions,
  type RequestOptions,
} from './client.js'
export { toBigInt, toDate, toMilliseconds } from './convert.js'
export { FlowQueryError, type FlowQueryErrorDetails, type FlowQueryErrorKind, isFlowQueryError } from './errors.js'
export type { ResponseInfo } from './request/get.js'
export {
  type ExecutedFlow,
  type ExecutionOutcome,
  type ExecutionProblem,
  effectsOfFailure,
  executionOutcome,
  executionProblem,
  type FailureEffects,
  type FlowStatus,
  type FlowStatusOptions,
  type FlowWithMessages,
  flowStatus,
} from './status.js'
export type * from './types.js'
export type { Version } from './versions/contract.js'
export { v1 } from './versions/v1.js'
export { v1beta1 } from './versions/v1beta1.js'

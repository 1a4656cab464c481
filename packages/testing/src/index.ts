export {
  chainTimeAt,
  flow,
  historyEntry,
  params,
  type StateChanges,
  state,
  trustlessAgent,
} from './builders.js'
export { address } from './chain/address.js'
export { type Clock, createClock } from './chain/blocks/time.js'
export type { Behavior, Execution } from './chain/execution.js'
export type {
  AccountsState,
  AnyMessage,
  ChainState,
  Coin,
  Comparison,
  Conditions,
  Configuration,
  FeedbackLoop,
  Flow,
  HistoryEntry,
  IcaConfig,
  IcqConfig,
  InterchainAccount,
  Params,
  TrustlessAgent,
  TrustlessAgentConfig,
} from './chain/state.js'
export { createLcd, type Lcd, type LcdOptions, type LoggedRequest } from './lcd.js'
export { type Exchange, stateFromRecording } from './recording.js'
export type { Version } from './releases.js'
export { replayRecordings } from './replay.js'
export type { Failure, Reply } from './rest/failures.js'
export type { Answer, NodeRequest } from './rest/http.js'
export type { QueryName } from './rest/routes.js'
export type { Disturbance, EventFrame } from './rpc/disturbances.js'
export type { Connection, Peer } from './rpc/rpc.js'
export type { MemoryWebSocket, MemoryWebSocketConstructor } from './websocket.js'

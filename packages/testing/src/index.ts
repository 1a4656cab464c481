export { address, flow, historyEntry, params, type StateChanges, state } from './builders.js'
export type { Behaviour } from './chain/chain.js'
export type { Execution } from './chain/execution.js'
export type {
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
export { type Clock, createClock } from './chain/time.js'
export { createLcd, type Lcd, type LcdOptions, type LoggedRequest } from './lcd.js'
export { type Exchange, stateFromRecording } from './recording.js'
export type { Failure, Reply } from './rest/failures.js'
export type { Answer, NodeRequest, QueryName, Version } from './rest/gateway.js'
export type { Disturbance } from './rpc/disturbances.js'
export type { Connection, Peer } from './rpc/rpc.js'
export type { MemoryWebSocket, MemoryWebSocketConstructor } from './websocket.js'

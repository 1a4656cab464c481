export { address, flow, historyEntry, params, type StateChanges, state } from './builders.js'
export type { Behaviour } from './chain.js'
export type { Disturbance } from './disturbances.js'
export type { Execution } from './execution.js'
export type { Failure, Reply } from './faults.js'
export type { Answer, NodeRequest, QueryName, Version } from './gateway.js'
export { createLcd, type Lcd, type LcdOptions, type LoggedRequest } from './lcd.js'
export { type Exchange, stateFromRecording } from './recording.js'
export type { Connection, Peer } from './rpc.js'
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
} from './state.js'
export { type Clock, createClock } from './time.js'
export type { MemoryWebSocket, MemoryWebSocketConstructor } from './websocket.js'

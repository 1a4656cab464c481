export type { LiveQueryClient } from './live/cache.js'
export { type Certainty, type Change, type ChangedQuery, changesFrom, type LiveQueryName } from './live/changes.js'
export type { LiveStatus } from './live/connection.js'
export {
  createDueRuns,
  type DueRun,
  type DueRuns,
  dueRun,
  dueRunAt,
  emitsEvent,
  eventGrace,
  readAgainAt,
} from './live/due-runs.js'
export { type FlowEvent, flowSubscriptions } from './live/frames.js'
export type { EventSource } from './live/listen.js'
export { initialLiveStatus, type LiveFlowsOptions, liveFlows } from './live/live-flows.js'
export { checkSilence } from './live/silence.js'
export { type WatchFlowsOptions, watchFlows } from './live/watch.js'
export type { WebSocketConstructor, WebSocketLike } from './types.js'

export type { FlowEvent, FlowEventListener, FlowEventSource, LiveStatus } from './events.js'
export type { LiveQueryClient } from './live/cache.js'
export { type Certainty, type Change, type ChangedQuery, changesFrom, type LiveQueryName } from './live/changes.js'
export { flowSubscriptions } from './live/frames.js'
export { initialLiveStatus, type LiveFlowsOptions, liveFlows } from './live/live-flows.js'
export type { EventsOptions } from './live/rpc-events.js'
export {
  createDueRuns,
  type DueRun,
  type DueRuns,
  dueRun,
  dueRunAt,
  emitsEvent,
  eventGrace,
  readAgainAt,
} from './live/runs/due-runs.js'
export { checkSilence } from './live/runs/silence.js'
export { type WatchFlowsOptions, watchFlows } from './live/watch.js'
export type { WebSocketConstructor, WebSocketLike } from './types.js'

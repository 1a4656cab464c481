// Parts that our other packages share. They can change in any release.

export { isBech32 } from './bech32.js'
export { ChainHead, isReset, type ReportedBlock } from './chain-head.js'
export {
  decodeSnapshotBlock,
  decodeSnapshotHeader,
  encodeSnapshot,
  type SnapshotHeader,
} from './collection/snapshot-format.js'
export { type Connection, type ConnectionOptions, connect } from './live/connection.js'
export { type Frame, parseHeight } from './live/frames.js'
export { socketUrl } from './live/rpc-events.js'
export {
  createDueRuns,
  type DueRun,
  type DueRuns,
  dueRun,
  eventGrace,
  readAgainAt,
} from './live/runs/due-runs.js'
export { checkSilence } from './live/runs/silence.js'
export { textsIn } from './live/texts.js'
export { type GetOptions, type GetSettings, getWithRetry } from './request/get.js'
export { nodeNames } from './request/node-names.js'
export { type RequestSettings, withFailover } from './request.js'

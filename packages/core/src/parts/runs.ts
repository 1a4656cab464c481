// When runs are due, when they are over, and how they ended, for packages that judge or serve flows.

export { clockTime, nanosecondsBetween, parseTime, toNanoseconds } from '../convert.js'
export {
  createDueRuns,
  type DueRun,
  type DueRuns,
  dueRun,
  eventGrace,
  mayHaveRun,
  readAgainAt,
} from '../live/runs/due-runs.js'
export { positionOf } from '../scan/cursor.js'
export {
  blockMilliseconds,
  defaultGrace,
  graceOf,
  hasQuery,
  isFromPacket,
  isLastRun,
  maxPacketTimeout,
  outcomeAt,
  packetTimeout,
  statusOnceOver,
  statusUntilOver,
  wasSent,
} from '../status.js'

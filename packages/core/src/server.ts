// Reads for servers and commands. Pages never load this entry point.

export {
  decodeSnapshotBlock,
  decodeSnapshotHeader,
  encodeSnapshot,
  type SnapshotHeader,
} from './collection/snapshot-format.js'
export { type GetOptions, type GetSettings, getWithRetry } from './request/get.js'
export { type RequestSettings, withFailover } from './request.js'
export { dryRunIfDue, dueFlows } from './server/flows-due-soon.js'
export {
  type CheckedFlow,
  hasFailed,
  type ReadHealthArgs,
  type ReadHealthIfFailingArgs,
  readAgent,
  readHealth,
  readHealthIfFailing,
  recentFlowsToCheck,
} from './server/health.js'
export { nodeNames } from './server/node-names.js'
export { textsIn } from './texts.js'

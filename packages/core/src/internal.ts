// Parts that our other packages share. They can change in any release.

export {
  decodeSnapshotBlock,
  decodeSnapshotHeader,
  encodeSnapshot,
  type SnapshotHeader,
} from './collection/snapshot-format.js'
export { type GetOptions, type GetSettings, getWithRetry } from './request/get.js'
export { nodeNames } from './request/node-names.js'
export { type RequestSettings, withFailover } from './request.js'
export { textsIn } from './texts.js'

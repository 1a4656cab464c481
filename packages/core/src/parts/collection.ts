// The format of snapshots, and long computations in short steps, for packages that read many flows.

export {
  decodeFlowField,
  decodeSnapshotBlock,
  decodeSnapshotHeader,
  encodeSnapshot,
  flowFieldNames,
  type SnapshotHeader,
} from '../collection/snapshot-format.js'
export { finish, type Steps, sortInSteps, stepSize } from '../steps.js'

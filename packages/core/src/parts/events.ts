// The connection to a node's events, and the newest block, for packages that follow a chain.

export { ChainHead, isReset, type ReportedBlock, SupportedHeight } from '../chain-head.js'
export { type Connection, type ConnectionOptions, connect } from '../live/connection.js'
export { type Frame, parseHeight } from '../live/frames.js'
export { createReader } from '../live/reader.js'
export { socketUrl } from '../live/rpc-events.js'
export { checkSilence } from '../live/runs/silence.js'
export { textsIn } from '../live/texts.js'

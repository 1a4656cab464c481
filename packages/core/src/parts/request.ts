// Requests with the client's failover and retries, for packages that send other queries.

export { readText } from '../request/body.js'
export { onAbort } from '../request/deadline.js'
export { type GetOptions, type GetSettings, getWithRetry } from '../request/get.js'
export { missingHeight } from '../request/missing-height.js'
export { nodeNames } from '../request/node-names.js'
export { type RequestSettings, read, withFailover } from '../request.js'

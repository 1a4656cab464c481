// Requests with the client's failover and retries, for packages that send other queries.

export { onAbort } from '../request/deadline.js'
export { type GetOptions, type GetSettings, getWithRetry, readText } from '../request/get.js'
export { nodeNames } from '../request/node-names.js'
export { missingHeight } from '../request/response.js'
export { type RequestSettings, read, withFailover } from '../request.js'

// The requests of the client, for servers that forward the responses of nodes without decoding them.

export { type GetOptions, type GetSettings, getWithRetry } from './request/get.js'
export { type RequestSettings, withFailover } from './request.js'

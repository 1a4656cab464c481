export { startGateway } from './gateway.js'
export type { ChainOptions, Gateway, GatewayOptions } from './options.js'
export { flowGateway } from './plugin.js'

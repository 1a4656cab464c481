export { startGateway } from './gateway.js'
export type { Gateway, GatewayOptions } from './options.js'

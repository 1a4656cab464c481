export { type FlowServerOptions, flowServer } from './server.js'

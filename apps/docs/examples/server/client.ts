import { createFlowClient } from '@flow-query/core'

/** It holds no state of a visitor: one for all requests. `chainId` is what cached answers are known by in both places. */
export const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', chainId: 'intento-1' })

import { createFlowClient } from '@flow-query/core'
import { LCD_URL, RPC_URL } from '$app/env/public'

/** For all requests: it holds nothing of a visitor. `chainId` is what cached answers are known by, on the server and in the browser. */
export const client = createFlowClient({ lcd: LCD_URL, rpc: RPC_URL, chainId: 'intento-1' })

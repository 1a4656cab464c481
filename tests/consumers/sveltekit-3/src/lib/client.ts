import { createFlowClient } from '@flow-query/svelte'
import { LCD_URL, RPC_URL } from '$app/env/public'

/** The client for all requests. It contains no user data. `chainId` must be the same on the server and in the browser. */
export const client = createFlowClient({ lcd: LCD_URL, rpc: RPC_URL, chainId: 'intento-1' })

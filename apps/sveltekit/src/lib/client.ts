import { createFlowClient } from '@flow-query/svelte'
import { env } from '$env/dynamic/public'

const { PUBLIC_LCD_URL: lcd = 'http://127.0.0.1:1317', PUBLIC_RPC_URL: rpc = lcd } = env

/** The client for all requests. It contains no user data. `chainId` must be the same on the server and in the browser. */
export const client = createFlowClient({ lcd, rpc, chainId: 'intento-1' })

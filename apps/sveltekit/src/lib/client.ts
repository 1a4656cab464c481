import { createFlowClient } from '@flow-query/svelte'
import { browser } from '$app/environment'
import { env } from '$env/dynamic/public'

const { PUBLIC_LCD_URL: lcd = 'http://127.0.0.1:1317', PUBLIC_RPC_URL: rpc = lcd } = env

// The timeout is short on the server, because visitors see nothing until the page is rendered.
const timeout = browser ? undefined : 2_000

/** The client for all requests. It contains no user data. `chainId` must be the same on the server and in the browser. */
export const client = createFlowClient({ lcd, rpc, chainId: 'intento-1', timeout })

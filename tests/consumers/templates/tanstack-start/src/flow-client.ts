import { createFlowClient } from '@flow-query/react'

// The timeout is short on the server, because visitors see nothing until the page is rendered.
const timeout = typeof document === 'undefined' ? 2_000 : undefined

/** The client for all requests. It contains no user data. `chainId` must be the same on the server and in the browser. */
export const client = createFlowClient({
  lcd: import.meta.env.VITE_LCD_URL ?? 'http://127.0.0.1:1317',
  rpc: import.meta.env.VITE_RPC_URL ?? 'http://127.0.0.1:1317',
  chainId: 'intento-1',
  timeout,
})

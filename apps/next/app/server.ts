import { createClient } from './client'

/** The URLs of the node. Only the server has these environment variables, so the layout passes them to the browser. */
export const address = {
  lcd: process.env.LCD_URL ?? 'http://127.0.0.1:1317',
  rpc: process.env.RPC_URL ?? 'http://127.0.0.1:1317',
}

/**
 * The client for all requests. It contains no user data. The timeout is short, because visitors see nothing until the page is rendered.
 * The browser repeats the requests that timed out.
 */
export const client = createClient(address, { timeout: 2_000 })

import { createClient } from './client'

/** Of the environment, which only the server has: the layout tells it to the browser. */
export const address = {
  lcd: process.env.LCD_URL ?? 'http://127.0.0.1:1317',
  rpc: process.env.RPC_URL ?? 'http://127.0.0.1:1317',
}

/** For all requests: it holds nothing of a visitor. */
export const client = createClient(address)

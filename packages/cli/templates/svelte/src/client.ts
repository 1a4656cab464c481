import { createFlowClient, type FlowClient } from '@flow-query/svelte'

const { VITE_LCD_URL: lcd, VITE_RPC_URL: rpc } = import.meta.env

/** Returns a client for the node in `.env`. In development, it uses an in-memory node if `.env` has none. */
export async function connect(): Promise<FlowClient> {
  if (lcd) return createFlowClient({ lcd, rpc: rpc || lcd })
  // Vite removes this branch and the in-memory node from production builds.
  if (import.meta.env.DEV) {
    const { createDemoLcd } = await import('@flow-query/testing/demo')
    const memory = createDemoLcd()
    return createFlowClient({ lcd: memory.url, fetch: memory.fetch, rpc: memory.rpc, WebSocket: memory.WebSocket })
  }
  throw new Error('No node is configured. Set VITE_LCD_URL in .env, then build again.')
}

/** The owner whose flows the page shows at the start. The in-memory node has flows of this owner. */
export const firstOwner = lcd ? '' : 'into1ylhvlx5yc3l6kp5w6f8v6tvhgpm85etwm5mccl'

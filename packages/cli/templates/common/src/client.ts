import { createFlowClient } from '@flow-query/core'
import { createLcd } from '@flow-query/testing'

/** A node in memory, whose flows run while you look. */
const { url: lcd, fetch, rpc, WebSocket } = createLcd()

// A real one: createFlowClient({ lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org' })
export const client = createFlowClient({ lcd, fetch, rpc, WebSocket })

/** Whose flows the page begins with. */
export const firstOwner = 'into1ylhvlx5yc3l6kp5w6f8v6tvhgpm85etwm5mccl'

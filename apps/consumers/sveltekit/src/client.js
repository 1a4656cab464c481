import { createFlowClient } from '@flow-query/core'

const lcd = globalThis.process?.env.LCD_URL ?? 'http://127.0.0.1:1317'
export const client = createFlowClient({ lcd, chainId: 'intento-1' })

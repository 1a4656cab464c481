import { createFlowClient } from '@flow-query/core'

export const client = createFlowClient({
  lcd: process.env.LCD_URL ?? 'http://127.0.0.1:1317',
  chainId: 'intento-1',
})

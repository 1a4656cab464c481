import { createFlowClient, FlowQueryProvider } from '@flow-query/react'
import { createLcd, type LcdOptions } from '@flow-query/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** A decorator that creates a separate chain for each story from its `lcd` parameter. */
export function withFlows(Story: ComponentType, { parameters }: { parameters: { lcd?: LcdOptions } }) {
  const lcd = createLcd(parameters.lcd)
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, rpc: lcd.rpc, WebSocket: lcd.WebSocket })
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FlowQueryProvider client={client}>
        <Story />
      </FlowQueryProvider>
    </QueryClientProvider>
  )
}

import { createFlowClient, FlowQueryProvider } from '@flow-query/react'
import { createClock, createLcd } from '@flow-query/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Labels } from './labels'

configure({ asyncUtilTimeout: 60_000 })

test('a compiled component updates after state changes and events', async () => {
  expect(`${Labels}`).toContain('$[0]')

  const { now } = createClock('2026-11-21T12:00:00Z')
  const lcd = createLcd({ flows: [{ label: 'Pay rent' }, { label: 'Restake' }], clock: now })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, rpc: lcd.rpc, WebSocket: lcd.WebSocket })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FlowQueryProvider client={client}>
        <Labels />
      </FlowQueryProvider>
    </QueryClientProvider>,
  )
  await screen.findByText('connected: Pay rent of Pay rent, Restake', {}, { timeout: 60_000 })
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText('connected: Restake of Pay rent, Restake', {}, { timeout: 60_000 })
  lcd.updateFlow(2, { label: 'Restake daily' })
  await screen.findByText('connected: Restake daily of Pay rent, Restake daily', {}, { timeout: 60_000 })
})

import { createFlowClient, FlowQueryProvider, useFlow } from '@flow-query/react'
import { useLiveFlows } from '@flow-query/react/live'
import { createClock, createLcd } from '@flow-query/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen } from '@testing-library/react'

configure({ asyncUtilTimeout: 60_000 })

function Label({ id }) {
  useLiveFlows()
  const { data, error } = useFlow({ id })
  return <p>{data?.label ?? error?.kind ?? 'Loading'}</p>
}

function show(failure) {
  const { now } = createClock('2026-11-21T12:00:00Z')
  const lcd = createLcd({ flows: [{ label: 'Pay rent' }], clock: now })
  if (failure) lcd.fail(failure)
  const { url, fetch, rpc, WebSocket } = lcd
  const client = createFlowClient({ lcd: url, fetch, rpc, WebSocket, retries: 0 })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FlowQueryProvider client={client}>
        <Label id={1} />
      </FlowQueryProvider>
    </QueryClientProvider>,
  )
  return lcd
}

test('shows the label of a flow and updates it live', async () => {
  const lcd = show()
  await screen.findByText('Pay rent', {}, { timeout: 60_000 })
  lcd.updateFlow(1, { label: 'Pay the rent' })
  await screen.findByText('Pay the rent', {}, { timeout: 60_000 })
})

test('shows the error of a failing node', async () => {
  show({ cut: true })
  await screen.findByText('network', {}, { timeout: 60_000 })
})

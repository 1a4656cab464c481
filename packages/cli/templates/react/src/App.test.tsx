import { createFlowClient, FlowQueryProvider } from '@flow-query/react'
import { address, createLcd, type Lcd } from '@flow-query/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { App } from './App'

afterEach(cleanup)

function renderApp(lcd: Lcd, owner: string) {
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FlowQueryProvider client={client}>
        <App firstOwner={owner} />
      </FlowQueryProvider>
    </QueryClientProvider>,
  )
}

test("shows an owner's flows, failing first", async () => {
  const owner = address('owner')
  const lcd = createLcd({
    flows: [
      { owner, label: 'Restake' },
      { owner, label: 'Pay rent' },
    ],
  })
  lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '1000000000' }]
  lcd.execute(1)
  lcd.execute(2, { outcome: 'failed', error: 'insufficient funds' })
  renderApp(lcd, owner)

  await screen.findByText('Restake', {}, { timeout: 30_000 })
  const flows = await screen.findAllByRole('listitem')
  expect(flows.map(flow => flow.querySelector('strong')?.textContent)).toEqual(['Pay rent', 'Restake'])
  expect(flows[0]?.textContent).toContain('Failing: ')
})

test('says that an owner has no flows', async () => {
  renderApp(createLcd(), address('owner'))
  await screen.findByText('This owner has no flows.', {}, { timeout: 30_000 })
  expect(screen.queryAllByRole('listitem')).toEqual([])
})

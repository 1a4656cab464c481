import { createFlowClient } from '@flow-query/core'
import { FlowQueryProvider } from '@flow-query/react'
import { address, createLcd } from '@flow-query/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { App } from './App'

test("shows an owner's flows, failing first", async () => {
  const owner = address('owner')
  const lcd = createLcd({
    flows: [
      { owner, label: 'Restake' },
      { owner, label: 'Pay rent' },
    ],
  })
  lcd.execute(1)
  lcd.execute(2, { outcome: 'failed', error: 'insufficient funds' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FlowQueryProvider client={createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })}>
        <App firstOwner={owner} />
      </FlowQueryProvider>
    </QueryClientProvider>,
  )

  await screen.findByText('Restake', {}, { timeout: 30_000 })
  const flows = await screen.findAllByRole('listitem')
  expect(flows.map(flow => flow.querySelector('strong')?.textContent)).toEqual(['Pay rent', 'Restake'])
  expect(flows[0]?.textContent).toContain('Failing: ')
})

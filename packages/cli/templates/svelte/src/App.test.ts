import { createFlowClient } from '@flow-query/svelte'
import { address, createLcd, type Lcd } from '@flow-query/testing'
import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import App from './App.svelte'

// The plugin `svelteTesting` in `vite.config.ts` removes the app after each test.
function renderApp(lcd: Lcd, owner: string) {
  render(App, { client: createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }), firstOwner: owner })
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

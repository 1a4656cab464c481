import { address, createLcd, type Lcd } from '@flow-query/testing'
import { createFlowClient, FlowQueryPlugin } from '@flow-query/vue'
import { VueQueryPlugin } from '@tanstack/vue-query'
import { cleanup, render, screen } from '@testing-library/vue'
import { afterEach, expect, test } from 'vitest'
import App from './App.vue'

afterEach(cleanup)

function renderApp(lcd: Lcd, owner: string) {
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  render(App, { props: { firstOwner: owner }, global: { plugins: [VueQueryPlugin, [FlowQueryPlugin, { client }]] } })
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

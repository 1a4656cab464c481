import { createFlowClient } from '@flow-query/core'
import { address, createLcd } from '@flow-query/testing'
import { FlowQueryPlugin } from '@flow-query/vue'
import { VueQueryPlugin } from '@tanstack/vue-query'
import { render, screen } from '@testing-library/vue'
import { expect, test } from 'vitest'
import App from './App.vue'

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
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  render(App, { props: { firstOwner: owner }, global: { plugins: [VueQueryPlugin, [FlowQueryPlugin, { client }]] } })

  await screen.findByText('Restake', {}, { timeout: 30_000 })
  const flows = await screen.findAllByRole('listitem')
  expect(flows.map(flow => flow.querySelector('strong')?.textContent)).toEqual(['Pay rent', 'Restake'])
  expect(flows[0]?.textContent).toContain('Failing: ')
})

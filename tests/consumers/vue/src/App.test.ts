import { createLcd } from '@flow-query/testing'
import { createFlowClient, FlowQueryPlugin } from '@flow-query/vue'
import { VueQueryPlugin } from '@tanstack/vue-query'
import { configure, render, screen } from '@testing-library/vue'
import { expect, test } from 'vitest'
import App from './App.vue'

configure({ asyncUtilTimeout: 60_000 })

test('shows the label of a flow', async () => {
  const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  render(App, { global: { plugins: [VueQueryPlugin, [FlowQueryPlugin, { client }]] } })
  expect(await screen.findByText('Pay rent', {}, { timeout: 60_000 })).toBeDefined()
})

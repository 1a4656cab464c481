import { createLcd } from '@flow-query/testing'
import { createFlowClient, FlowQueryPlugin } from '@flow-query/vue'
import { VueQueryPlugin } from '@tanstack/vue-query'
import { cleanup, render, screen } from '@testing-library/vue'
import { afterEach, expect, test } from 'vitest'
import App from './App.vue'

afterEach(cleanup)

test('shows the label of a flow', async () => {
  const lcd = createLcd({ flows: Array.from({ length: 14 }, () => ({ label: 'Pay rent' })) })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  render(App, { global: { plugins: [VueQueryPlugin, [FlowQueryPlugin, { client }]] } })

  expect(await screen.findByText('Pay rent')).toBeDefined()
})

import { createFlowClient } from '@flow-query/react'
import { createLcd } from '@flow-query/testing'
import { configure, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { App } from './App'

configure({ asyncUtilTimeout: 60_000 })

test('shows the label of a flow', async () => {
  const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
  render(<App client={createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })} />)
  expect(await screen.findByText('Pay rent', {}, { timeout: 60_000 })).toBeDefined()
})

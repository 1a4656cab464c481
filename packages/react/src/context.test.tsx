import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createApp } from '../test/app.js'
import { FlowQueryProvider, useFlow } from './index.js'

function Label() {
  return <p>{useFlow({ id: 1 }).data?.label}</p>
}

test('the nearest provider wins', async () => {
  const outer = createApp({ flows: [{ label: 'Outer' }] })
  const inner = createApp({ flows: [{ label: 'Inner' }], chainId: 'inner-1' })
  render(
    <FlowQueryProvider client={inner.client}>
      <Label />
    </FlowQueryProvider>,
    outer,
  )

  expect(await screen.findByText('Inner')).toBeDefined()
  expect(outer.lcd.requests).toEqual([])
})

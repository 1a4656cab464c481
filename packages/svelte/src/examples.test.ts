import { exampleScenarios, kitOf } from '@flow-query/contract'
import { createLcd } from '@flow-query/testing'
import { fireEvent, render, screen } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from '../examples/App.svelte'
import Labels from '../examples/Labels.svelte'
import LastExecution from '../examples/LastExecution.svelte'
import Stores from '../examples/Stores.svelte'
import { createApp } from '../test/app.js'
import { framework, wrapperOf } from '../test/framework.js'

/** The node that the examples send requests to. */
const lcd = createLcd({ flows: Array.from({ length: 30 }, (_, index) => ({ label: `Flow ${index + 1}` })) })

beforeEach(() => {
  vi.stubGlobal('fetch', lcd.fetch)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const examples = {
  options: LastExecution,
  queries: Labels,
}

exampleScenarios(kitOf(framework), (name, app, props) => {
  const { rerender } = render(examples[name] as Component<object>, props ?? {}, wrapperOf(app))
  return rerender
})

test('first: shows the label, and keeps it if the node fails', async () => {
  render(App)

  expect(screen.getByText('Loading…')).toBeDefined()
  expect(await screen.findByText('Flow 14')).toBeDefined()

  const end = lcd.fail({ refuse: true })
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByText('Flow 14')).toBeDefined()
  end()
})

test('stores: shows the selected flow and all flows of its owner', async () => {
  render(Stores, {}, createApp({ flows: Array.from({ length: 15 }, (_, index) => ({ label: `Flow ${index + 1}` })) }))
  expect(await screen.findByText(/^Flow 14, one of Flow 1, .* Flow 15$/)).toBeDefined()

  await fireEvent.input(screen.getByLabelText('Id'), { target: { value: '2' } })
  expect(await screen.findByText(/^Flow 2, one of Flow 1, .* Flow 15$/)).toBeDefined()
})

import { exampleScenarios, kitOf } from '@flow-query/contract'
import { createLcd } from '@flow-query/testing'
import { render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from '../examples/App.js'
import { LastExecution } from '../examples/options.js'
import { Labels } from '../examples/queries.js'
import { load, Page } from '../examples/server.js'
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
  const Example = examples[name] as ComponentType<object>
  const { rerender } = render(<Example {...props} />, { wrapper: wrapperOf(app) })
  return props => rerender(<Example {...props} />)
})

test('first: shows the label, and keeps it if the node fails', async () => {
  render(<App />)

  expect(screen.getByText('Loading…')).toBeDefined()
  expect(await screen.findByText('Flow 14')).toBeDefined()

  const end = lcd.fail({ refuse: true })
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByText('Flow 14')).toBeDefined()
  end()
})

test('server: renders the loaded flow', async () => {
  expect(renderToString(<Page id="7" state={await load('7')} />)).toBe('<p>Flow 7</p>')
})

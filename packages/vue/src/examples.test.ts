import { exampleScenarios, kitOf, meeting } from '@flow-query/contract'
import { createLcd } from '@flow-query/testing'
import { render, screen } from '@testing-library/vue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Component, h } from 'vue'
import FlowLabels from '../examples/FlowLabels.vue'
import FlowPage from '../examples/FlowPage.vue'
import LastExecution from '../examples/LastExecution.vue'
import { render as renderPage, start } from '../examples/server.js'
import { createApp } from '../test/app.js'
import { framework, globalOf } from '../test/framework.js'

/** The node that the examples send requests to. */
const lcd = createLcd({ flows: Array.from({ length: 30 }, (_, index) => ({ label: `Flow ${index + 1}` })) })

let root: HTMLElement

beforeEach(() => {
  vi.stubGlobal('fetch', lcd.fetch)
  root = document.body.appendChild(document.createElement('div'))
  root.id = 'app'
})

afterEach(() => {
  root.remove()
  vi.unstubAllGlobals()
})

const examples: Record<string, Component> = {
  options: LastExecution,
  queries: FlowLabels,
}

exampleScenarios(kitOf(framework), (name, app, props) => {
  const { rerender } = render(examples[name], { global: globalOf(app), props })
  return rerender
})

test('first: shows the label, and keeps it if the node fails', async () => {
  const hold = meeting(2)
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await hold()
    return lcd.fetch(...request)
  })
  await import('../examples/main.js')

  expect(screen.getByText('Loading…')).toBeDefined()
  void hold()
  expect(await screen.findByText('Flow 14')).toBeDefined()

  const end = lcd.fail({ refuse: true })
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByText('Flow 14')).toBeDefined()
  end()
})

test('suspense: shows the label', async () => {
  // A `<Suspense>` can't be the root, because the testing library moves the root element.
  const page = () => h('main', h(FlowPage, { id: '3' }))
  render(page, createApp())

  expect(screen.getByText('Loading…')).toBeDefined()
  expect(await screen.findByText('Flow 3')).toBeDefined()
})

test('suspense: shows an error instead of the placeholder if the node fails', async () => {
  const app = createApp()
  app.lcd.fail({ refuse: true })
  render(() => h('main', h(FlowPage, { id: '3' })), app)
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.queryByText('Loading…')).toBeNull()
})

test('server: renders the loaded flow, and the browser does not fetch it again', async () => {
  const { html, state } = await renderPage('7')
  expect(html).toContain('<p>Flow 7</p>')

  const requests = lcd.requests.length
  root.innerHTML = html
  const label = root.querySelector('p')
  start('7', state)
  expect(screen.getByText('Flow 7')).toBe(label)
  expect(lcd.requests).toHaveLength(requests)
})

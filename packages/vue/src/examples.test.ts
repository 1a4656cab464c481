import { meeting, owner, startTime } from '@flow-query/contract'
import { createLcd } from '@flow-query/testing'
import { render, screen, waitFor } from '@testing-library/vue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { h } from 'vue'
import FailingFlows from '../examples/FailingFlows.vue'
import FlowLabels from '../examples/FlowLabels.vue'
import FlowPage from '../examples/FlowPage.vue'
import LastEvent from '../examples/LastEvent.vue'
import LastExecution from '../examples/LastExecution.vue'
import LiveMark from '../examples/LiveMark.vue'
import NewestFlows from '../examples/NewestFlows.vue'
import { render as renderPage, start } from '../examples/server.js'
import { createApp } from '../test/app.js'

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
  vi.useRealTimers()
})

test('first: shows the label', async () => {
  const hold = meeting(2)
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await hold()
    return lcd.fetch(...request)
  })
  await import('../examples/main.js')

  expect(screen.getByText('Loading')).toBeDefined()
  void hold()
  expect(await screen.findByText('Flow 14')).toBeDefined()
})

test('options: sends no request until `open` is true, and shows connection errors', async () => {
  const { lcd, global } = createApp()
  const { rerender } = render(LastExecution, { global, props: { id: '1', open: false } })
  expect(screen.getByText('Not yet')).toBeDefined()
  expect(lcd.requests).toEqual([])

  await rerender({ open: true })
  expect(await screen.findByText('2025-12-31T04:00:00Z')).toBeDefined()
  lcd.fail({ refuse: true })
  await rerender({ id: '2' })
  expect(await screen.findByText('No connection')).toBeDefined()
})

test('infinite: loads more pages until the last one', async () => {
  const app = createApp({ flows: Array.from({ length: 30 }, (_, index) => ({ label: `Flow ${index + 1}` })) })
  render(NewestFlows, app)
  expect(await screen.findByText('Flow 30')).toBeDefined()
  expect(screen.queryByText('Flow 1')).toBeNull()

  const more = screen.getByText<HTMLButtonElement>('More')
  more.click()
  expect(await screen.findByText('Flow 1')).toBeDefined()
  await waitFor(() => expect(more.disabled).toBe(true))
})

test('live: shows the state of the connection, and the reason for reconnecting', async () => {
  const { lcd, global } = createApp()
  render(LiveMark, { global })
  expect(await screen.findByText('Live')).toBeDefined()

  lcd.cut()
  expect((await screen.findByText('reconnecting')).title).toContain('closed the connection')
  expect((await screen.findByText('Live')).title).toBe('')
})

test('events: shows the last event', async () => {
  const { lcd, global } = createApp()
  render(() => [h(LiveMark), h(LastEvent)], { global })
  expect(screen.getByText('Nothing yet')).toBeDefined()
  await screen.findByText('Live')

  lcd.execute(2)
  expect(await screen.findByText('Flow 2: executed')).toBeDefined()
})

test('failing: explains in plain English why a flow fails, as soon as it fails', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(startTime) })
  const app = createApp()
  render(FailingFlows, { global: app.global, props: { owner } })
  expect(screen.getByText('Loading flows…')).toBeDefined()
  expect(await screen.findByText('No flows are failing.')).toBeDefined()
  await waitFor(() => expect(app.lcd.sockets).toBe(1))
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))

  app.lcd.execute(2, { outcome: 'failed', error: 'ABCI code: 5: insufficient funds' })
  expect((await screen.findByText(/^Flow 2: Failing: /)).textContent).not.toContain('ABCI code')
  expect(screen.queryByText('No flows are failing.')).toBeNull()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('failing: shows an error if the node does not respond', async () => {
  const app = createApp()
  app.lcd.fail({ refuse: true })
  render(FailingFlows, { global: app.global, props: { owner } })
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be read/)
  expect(screen.queryByText('No flows are failing.')).toBeNull()
})

test('queries: shows the labels and refetches them', async () => {
  const { lcd, global } = createApp()
  render(FlowLabels, { global, props: { ids: ['1', '404'] } })
  const button = await screen.findByText('Flow 1, notFound')
  button.click()
  await waitFor(() => expect(lcd.requests).toHaveLength(4))
})

test('suspense: shows the label', async () => {
  // A `<Suspense>` can't be the root, because the testing library moves the root element.
  const page = () => h('main', h(FlowPage, { id: '3' }))
  render(page, createApp())

  expect(screen.getByText('Loading')).toBeDefined()
  expect(await screen.findByText('Flow 3')).toBeDefined()
})

test('server: renders the loaded flow, and the browser does not fetch it again', async () => {
  const { html, state } = await renderPage('7')
  expect(html).toBe('<p>Flow 7</p>')

  const requests = lcd.requests.length
  root.innerHTML = html
  start('7', state)
  expect(screen.getByText('Flow 7')).toBe(root.firstElementChild)
  expect(lcd.requests).toHaveLength(requests)
})

import { meeting, owner, startTime } from '@flow-query/contract'
import { createLcd } from '@flow-query/testing'
import { render, screen, waitFor } from '@testing-library/vue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { h } from 'vue'
import nuxtPageSource from '../../../apps/nuxt/app/pages/flow/[id].vue?raw'
import nuxtPluginSource from '../../../apps/nuxt/app/plugins/flow-query.ts?raw'
import nuxtConfigSource from '../../../apps/nuxt/nuxt.config.ts?raw'
import rootReadme from '../../../README.md?raw'
import appSource from '../examples/App.vue?raw'
import FailingFlows from '../examples/FailingFlows.vue'
import failingFlowsSource from '../examples/FailingFlows.vue?raw'
import flowLabelSource from '../examples/FlowLabel.vue?raw'
import FlowLabels from '../examples/FlowLabels.vue'
import flowLabelsSource from '../examples/FlowLabels.vue?raw'
import FlowPage from '../examples/FlowPage.vue'
import flowPageSource from '../examples/FlowPage.vue?raw'
import LastEvent from '../examples/LastEvent.vue'
import lastEventSource from '../examples/LastEvent.vue?raw'
import LastExecution from '../examples/LastExecution.vue'
import lastExecutionSource from '../examples/LastExecution.vue?raw'
import LiveMark from '../examples/LiveMark.vue'
import liveSource from '../examples/LiveMark.vue?raw'
import mainSource from '../examples/main.ts?raw'
import NewestFlows from '../examples/NewestFlows.vue'
import newestFlowsSource from '../examples/NewestFlows.vue?raw'
import { render as renderPage, start } from '../examples/server.js'
import testingSource from '../examples/testing.test.ts?raw'
import readme from '../README.md?raw'
import { createApp } from '../test/app.js'
import * as collection from './collection/index.js'
import * as entry from './index.js'
import * as insights from './insights.js'

test('the README shows the examples and files of the site in Nuxt, word for word, and no other code', () => {
  const blocks = [...readme.matchAll(/```(?:ts|vue)\n(.*?)```/gs)].map(([, code]) => code)

  expect(blocks).toEqual([
    mainSource,
    appSource,
    lastExecutionSource,
    flowLabelsSource,
    newestFlowsSource,
    liveSource,
    lastEventSource,
    failingFlowsSource,
    flowPageSource,
    flowLabelSource,
    nuxtConfigSource,
    nuxtPluginSource,
    nuxtPageSource,
    testingSource,
  ])
})

test('the README of the project shows the first example, word for word', () => {
  expect(rootReadme).toContain(`\`\`\`ts\n${mainSource}\`\`\``)
  expect(rootReadme).toContain(`\`\`\`vue\n${appSource}\`\`\``)
})

test('the README names every export', () => {
  expect(Object.keys({ ...entry, ...collection, ...insights }).filter(name => !readme.includes(`\`${name}\``))).toEqual(
    [],
  )
})

/** The node that the examples name. */
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

test('options: shows the last execution once it is open, or that there is no connection', async () => {
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

test('infinite: shows more, to the end', async () => {
  const app = createApp({ flows: Array.from({ length: 30 }, (_, index) => ({ label: `Flow ${index + 1}` })) })
  render(NewestFlows, app)
  expect(await screen.findByText('Flow 30')).toBeDefined()
  expect(screen.queryByText('Flow 1')).toBeNull()

  const more = screen.getByText<HTMLButtonElement>('More')
  more.click()
  expect(await screen.findByText('Flow 1')).toBeDefined()
  await waitFor(() => expect(more.disabled).toBe(true))
})

test('live: shows that it is, and why not', async () => {
  const { lcd, global } = createApp()
  render(LiveMark, { global })
  expect(await screen.findByText('Live')).toBeDefined()

  lcd.cut()
  expect((await screen.findByText('reconnecting')).title).toContain('closed the connection')
  expect((await screen.findByText('Live')).title).toBe('')
})

test('events: shows the last one', async () => {
  const { lcd, global } = createApp()
  render(() => [h(LiveMark), h(LastEvent)], { global })
  expect(screen.getByText('Nothing yet')).toBeDefined()
  await screen.findByText('Live')

  lcd.execute(2)
  expect(await screen.findByText('Flow 2: executed')).toBeDefined()
})

test('failing: shows which fail, and why, as it happens', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(startTime) })
  const app = createApp()
  app.lcd.execute(2, { outcome: 'failed', error: 'insufficient funds' })
  render(FailingFlows, { global: app.global, props: { owner } })
  expect(await screen.findByText('Flow 2: insufficient funds')).toBeDefined()
  await waitFor(() => expect(app.lcd.sockets).toBe(1))
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))

  app.lcd.execute(5, { outcome: 'failed', error: 'timeout' })
  expect(await screen.findByText('Flow 5: timeout')).toBeDefined()
  expect(screen.getAllByText(/^Flow/)).toHaveLength(2)
})

test('failing: says that a node does not answer, and does not show as if nothing failed', async () => {
  const app = createApp()
  app.lcd.fail({ refuse: true })
  render(FailingFlows, { global: app.global, props: { owner } })
  expect(await screen.findByText(/could not be read/)).toBeDefined()
})

test('queries: shows the labels, and asks for them again', async () => {
  const { lcd, global } = createApp()
  render(FlowLabels, { global, props: { ids: ['1', '404'] } })
  const button = await screen.findByText('Flow 1, notFound')
  button.click()
  await waitFor(() => expect(lcd.requests).toHaveLength(4))
})

test('suspense: shows the label', async () => {
  // Not the root itself: what mounts it here moves its element, which Suspense does not expect.
  const page = () => h('main', h(FlowPage, { id: '3' }))
  render(page, createApp())

  expect(screen.getByText('Loading')).toBeDefined()
  expect(await screen.findByText('Flow 3')).toBeDefined()
})

test('server: what it has read is in the page, and the browser does not ask again', async () => {
  const { html, state } = await renderPage('7')
  expect(html).toBe('<p>Flow 7</p>')

  const requests = lcd.requests.length
  root.innerHTML = html
  start('7', state)
  expect(screen.getByText('Flow 7')).toBe(root.firstElementChild)
  expect(lcd.requests).toHaveLength(requests)
})

import { owner, startTime } from '@flow-query/contract'
import { createLcd } from '@flow-query/testing'
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import kitEnv from '../../../apps/sveltekit/src/env.ts?raw'
import kitClient from '../../../apps/sveltekit/src/lib/client.ts?raw'
import kitLayout from '../../../apps/sveltekit/src/routes/+layout.ts?raw'
import kitPageServer from '../../../apps/sveltekit/src/routes/flow/[id]/+page.server.ts?raw'
import kitPageComponent from '../../../apps/sveltekit/src/routes/flow/[id]/+page.svelte?raw'
import kitPage from '../../../apps/sveltekit/src/routes/flow/[id]/+page.ts?raw'
import rootReadme from '../../../README.md?raw'
import App from '../examples/App.svelte'
import app from '../examples/App.svelte?raw'
import FailingFlows from '../examples/FailingFlows.svelte'
import failing from '../examples/FailingFlows.svelte?raw'
import label from '../examples/Label.svelte?raw'
import Labels from '../examples/Labels.svelte'
import queries from '../examples/Labels.svelte?raw'
import LastEvent from '../examples/LastEvent.svelte'
import events from '../examples/LastEvent.svelte?raw'
import LastExecution from '../examples/LastExecution.svelte'
import options from '../examples/LastExecution.svelte?raw'
import LiveMark from '../examples/LiveMark.svelte'
import live from '../examples/LiveMark.svelte?raw'
import NewestFlows from '../examples/NewestFlows.svelte'
import infinite from '../examples/NewestFlows.svelte?raw'
import Stores from '../examples/Stores.svelte'
import stores from '../examples/Stores.svelte?raw'
import testing from '../examples/testing.test.ts?raw'
import wrapper from '../examples/Wrapper.svelte?raw'
import readme from '../README.md?raw'
import { createApp } from '../test/app.js'
import * as collection from './collection/index.js'
import * as entry from './index.js'
import * as insights from './insights.svelte.js'

test('the README shows the examples and files of the site in SvelteKit, word for word, and no other code', () => {
  const blocks = [...readme.matchAll(/```(?:svelte|ts)\n(.*?)```/gs)].map(([, code]) => code)

  expect(blocks).toEqual([
    app,
    label,
    stores,
    options,
    queries,
    infinite,
    live,
    events,
    failing,
    kitEnv,
    kitClient,
    kitLayout,
    kitPageServer,
    kitPage,
    kitPageComponent,
    wrapper,
    testing,
  ])
})

test('the README of the project shows the first example, word for word', () => {
  for (const source of [app, label]) expect(rootReadme).toContain(`\`\`\`svelte\n${source}\`\`\``)
})

test('the README names every export', () => {
  expect(Object.keys({ ...entry, ...collection, ...insights }).filter(name => !readme.includes(`\`${name}\``))).toEqual(
    [],
  )
})

/** The node that the examples name. */
const lcd = createLcd({ flows: Array.from({ length: 30 }, (_, index) => ({ label: `Flow ${index + 1}` })) })

beforeEach(() => {
  vi.stubGlobal('fetch', lcd.fetch)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('first: shows the label', async () => {
  render(App)

  expect(screen.getByText('Loading')).toBeDefined()
  expect(await screen.findByText('Flow 14')).toBeDefined()
})

test('stores: shows the flow that is looked for, among those of its owner', async () => {
  render(Stores, {}, createApp({ flows: Array.from({ length: 15 }, (_, index) => ({ label: `Flow ${index + 1}` })) }))
  expect(await screen.findByText(/^Flow 14, one of Flow 1, .* Flow 15$/)).toBeDefined()

  await fireEvent.input(screen.getByLabelText('Id'), { target: { value: '2' } })
  expect(await screen.findByText(/^Flow 2, one of Flow 1, .* Flow 15$/)).toBeDefined()
})

test('options: shows the last execution once it is open, or that there is no connection', async () => {
  const app = createApp()
  const { rerender } = render(LastExecution, { id: '1', open: false }, app)
  expect(screen.getByText('Not yet')).toBeDefined()
  expect(app.lcd.requests).toEqual([])

  await rerender({ open: true })
  expect(await screen.findByText('2025-12-31T04:00:00Z')).toBeDefined()
  app.lcd.fail({ refuse: true })
  await rerender({ id: '2' })
  expect(await screen.findByText('No connection')).toBeDefined()
})

test('infinite: shows more, to the end', async () => {
  const app = createApp({ flows: Array.from({ length: 30 }, (_, index) => ({ label: `Flow ${index + 1}` })) })
  render(NewestFlows, {}, app)
  expect(await screen.findByText('Flow 30')).toBeDefined()
  expect(screen.queryByText('Flow 1')).toBeNull()

  const more = screen.getByText<HTMLButtonElement>('More')
  await fireEvent.click(more)
  expect(await screen.findByText('Flow 1')).toBeDefined()
  await waitFor(() => expect(more.disabled).toBe(true))
})

test('live: shows that it is, and why not', async () => {
  const app = createApp()
  render(LiveMark, {}, app)
  expect(await screen.findByText('Live')).toBeDefined()

  app.lcd.cut()
  expect((await screen.findByText('reconnecting')).title).toContain('closed the connection')
  expect((await screen.findByText('Live')).title).toBe('')
})

test('events: shows the last one', async () => {
  const app = createApp()
  render(LiveMark, {}, app)
  render(LastEvent, {}, app)
  expect(screen.getByText('Nothing yet')).toBeDefined()
  await screen.findByText('Live')

  app.lcd.execute(2)
  expect(await screen.findByText('Flow 2: executed')).toBeDefined()
})

test('failing: shows which fail, and why, as it happens', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(startTime) })
  const app = createApp()
  app.lcd.execute(2, { outcome: 'failed', error: 'insufficient funds' })
  render(FailingFlows, { owner }, app)
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
  render(FailingFlows, { owner }, app)
  expect(await screen.findByText(/could not be read/)).toBeDefined()
})

test('queries: shows the labels, and asks for them again', async () => {
  const app = createApp()
  render(Labels, { ids: ['1', '404'] }, app)
  await fireEvent.click(await screen.findByText('Flow 1, notFound'))
  await waitFor(() => expect(app.lcd.requests).toHaveLength(4))
})

import { owner, startTime } from '@flow-query/contract'
import { createLcd } from '@flow-query/testing'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import nextClient from '../../../apps/next/app/client.ts?raw'
import nextFlow from '../../../apps/next/app/flow/[id]/flow.tsx?raw'
import nextPage from '../../../apps/next/app/flow/[id]/page.tsx?raw'
import nextProviders from '../../../apps/next/app/providers.tsx?raw'
import nextServer from '../../../apps/next/app/server.ts?raw'
import rootReadme from '../../../README.md?raw'
import { LastEvent } from '../examples/events.js'
import events from '../examples/events.tsx?raw'
import { FailingFlows } from '../examples/failing.js'
import failing from '../examples/failing.tsx?raw'
import { App } from '../examples/first.js'
import first from '../examples/first.tsx?raw'
import { NewestFlows } from '../examples/infinite.js'
import infinite from '../examples/infinite.tsx?raw'
import { LiveMark } from '../examples/live.js'
import live from '../examples/live.tsx?raw'
import { LastExecution } from '../examples/options.js'
import options from '../examples/options.tsx?raw'
import { Labels } from '../examples/queries.js'
import queries from '../examples/queries.tsx?raw'
import { load, Page } from '../examples/server.js'
import { FlowPage } from '../examples/suspense.js'
import suspense from '../examples/suspense.tsx?raw'
import testing from '../examples/testing.test.tsx?raw'
import readme from '../README.md?raw'
import { createApp } from '../test/app.js'
import * as collection from './collection/index.js'
import * as entry from './index.js'
import * as insights from './insights.js'

test('the README shows the examples and files of the site in Next, word for word, and no other code', () => {
  const blocks = [...readme.matchAll(/```tsx?\n(.*?)```/gs)].map(([, code]) => code)

  expect(blocks).toEqual([
    first,
    options,
    queries,
    infinite,
    live,
    events,
    failing,
    suspense,
    nextClient,
    nextServer,
    nextProviders,
    nextPage,
    nextFlow,
    testing,
  ])
})

test('the README of the project shows the first example, the failing flows and the live one, word for word', () => {
  const blocks = [...rootReadme.matchAll(/```tsx\n(.*?)```/gs)].map(([, code]) => code)

  expect(blocks).toEqual([first, failing, live])
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
  render(<App />)

  expect(screen.getByText('Loading')).toBeDefined()
  expect(await screen.findByText('Flow 14')).toBeDefined()
})

test('options: shows the last execution once it is open, or that there is no connection', async () => {
  const app = createApp()
  const { rerender } = render(<LastExecution id="1" open={false} />, app)
  expect(screen.getByText('Not yet')).toBeDefined()
  expect(app.lcd.requests).toEqual([])

  rerender(<LastExecution id="1" open />)
  expect(await screen.findByText('2025-12-31T04:00:00Z')).toBeDefined()
  app.lcd.fail({ refuse: true })
  rerender(<LastExecution id="2" open />)
  expect(await screen.findByText('No connection')).toBeDefined()
})

test('infinite: shows more, to the end', async () => {
  const app = createApp({ flows: Array.from({ length: 30 }, (_, index) => ({ label: `Flow ${index + 1}` })) })
  render(<NewestFlows />, app)
  expect(await screen.findByText('Flow 30')).toBeDefined()
  expect(screen.queryByText('Flow 1')).toBeNull()

  const more = screen.getByText<HTMLButtonElement>('More')
  fireEvent.click(more)
  expect(await screen.findByText('Flow 1')).toBeDefined()
  await waitFor(() => expect(more.disabled).toBe(true))
})

test('live: shows that it is, and why not', async () => {
  const { lcd, wrapper } = createApp()
  render(<LiveMark />, { wrapper })
  expect(await screen.findByText('Live')).toBeDefined()

  act(() => lcd.cut())
  expect((await screen.findByText('reconnecting')).title).toContain('closed the connection')
  expect((await screen.findByText('Live')).title).toBe('')
})

test('events: shows the last one', async () => {
  const app = createApp()
  render([<LiveMark key="live" />, <LastEvent key="last" />], app)
  expect(screen.getByText('Nothing yet')).toBeDefined()
  await screen.findByText('Live')

  act(() => void app.lcd.execute(2))
  expect(await screen.findByText('Flow 2: executed')).toBeDefined()
})

test('failing: shows which fail, and why, as it happens', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(startTime) })
  const app = createApp()
  app.lcd.execute(2, { outcome: 'failed', error: 'insufficient funds' })
  render(<FailingFlows owner={owner} />, { wrapper: app.wrapper })
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
  render(<FailingFlows owner={owner} />, { wrapper: app.wrapper })
  expect(await screen.findByText(/could not be read/)).toBeDefined()
})

test('queries: shows the labels, and asks for them again', async () => {
  const app = createApp()
  render(<Labels ids={['1', '404']} />, app)
  fireEvent.click(await screen.findByText('Flow 1, notFound'))
  await waitFor(() => expect(app.lcd.requests).toHaveLength(4))
})

test('suspense: shows the label', async () => {
  render(<FlowPage id="3" />, createApp())

  expect(screen.getByText('Loading')).toBeDefined()
  expect(await screen.findByText('Flow 3')).toBeDefined()
})

test('server: what is loaded is in the page', async () => {
  expect(renderToString(<Page id="7" state={await load('7')} />)).toBe('<p>Flow 7</p>')
})

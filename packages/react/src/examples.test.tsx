import { owner, startTime } from '@flow-query/contract'
import { createLcd } from '@flow-query/testing'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LastEvent } from '../examples/events.js'
import { FailingFlows } from '../examples/failing.js'
import App from '../examples/first.js'
import { NewestFlows } from '../examples/infinite.js'
import { LiveMark } from '../examples/live.js'
import { LastExecution } from '../examples/options.js'
import { Labels } from '../examples/queries.js'
import { load, Page } from '../examples/server.js'
import { FlowPage } from '../examples/suspense.js'
import { createApp } from '../test/app.js'

/** The node that the examples send requests to. */
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

test('options: sends no request until `open` is true, and shows connection errors', async () => {
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

test('infinite: loads more pages until the last one', async () => {
  const app = createApp({ flows: Array.from({ length: 30 }, (_, index) => ({ label: `Flow ${index + 1}` })) })
  render(<NewestFlows />, app)
  expect(await screen.findByText('Flow 30')).toBeDefined()
  expect(screen.queryByText('Flow 1')).toBeNull()

  const more = screen.getByText<HTMLButtonElement>('More')
  fireEvent.click(more)
  expect(await screen.findByText('Flow 1')).toBeDefined()
  await waitFor(() => expect(more.disabled).toBe(true))
})

test('live: shows the state of the connection, and the reason for reconnecting', async () => {
  const { lcd, wrapper } = createApp()
  render(<LiveMark />, { wrapper })
  expect(await screen.findByText('Live')).toBeDefined()

  act(() => lcd.cut())
  expect((await screen.findByText('reconnecting')).title).toContain('closed the connection')
  expect((await screen.findByText('Live')).title).toBe('')
})

test('events: shows the last event', async () => {
  const app = createApp()
  render([<LiveMark key="live" />, <LastEvent key="last" />], app)
  expect(screen.getByText('Nothing yet')).toBeDefined()
  await screen.findByText('Live')

  act(() => void app.lcd.execute(2))
  expect(await screen.findByText('Flow 2: executed')).toBeDefined()
})

test('failing: explains in plain English why a flow fails, as soon as it fails', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(startTime) })
  const app = createApp()
  render(<FailingFlows owner={owner} />, { wrapper: app.wrapper })
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
  render(<FailingFlows owner={owner} />, { wrapper: app.wrapper })
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be read/)
  expect(screen.queryByText('No flows are failing.')).toBeNull()
})

test('queries: shows the labels and refetches them', async () => {
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

test('server: renders the loaded flow', async () => {
  expect(renderToString(<Page id="7" state={await load('7')} />)).toBe('<p>Flow 7</p>')
})

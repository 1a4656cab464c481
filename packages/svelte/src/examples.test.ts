import { owner, startTime } from '@flow-query/contract'
import { createLcd } from '@flow-query/testing'
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from '../examples/App.svelte'
import FailingFlows from '../examples/FailingFlows.svelte'
import Labels from '../examples/Labels.svelte'
import LastEvent from '../examples/LastEvent.svelte'
import LastExecution from '../examples/LastExecution.svelte'
import LiveMark from '../examples/LiveMark.svelte'
import NewestFlows from '../examples/NewestFlows.svelte'
import Stores from '../examples/Stores.svelte'
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
  render(App)

  expect(screen.getByText('Loading')).toBeDefined()
  expect(await screen.findByText('Flow 14')).toBeDefined()
})

test('stores: shows the selected flow and all flows of its owner', async () => {
  render(Stores, {}, createApp({ flows: Array.from({ length: 15 }, (_, index) => ({ label: `Flow ${index + 1}` })) }))
  expect(await screen.findByText(/^Flow 14, one of Flow 1, .* Flow 15$/)).toBeDefined()

  await fireEvent.input(screen.getByLabelText('Id'), { target: { value: '2' } })
  expect(await screen.findByText(/^Flow 2, one of Flow 1, .* Flow 15$/)).toBeDefined()
})

test('options: sends no request until `open` is true, and shows connection errors', async () => {
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

test('infinite: loads more pages until the last one', async () => {
  const app = createApp({ flows: Array.from({ length: 30 }, (_, index) => ({ label: `Flow ${index + 1}` })) })
  render(NewestFlows, {}, app)
  expect(await screen.findByText('Flow 30')).toBeDefined()
  expect(screen.queryByText('Flow 1')).toBeNull()

  const more = screen.getByText<HTMLButtonElement>('More')
  await fireEvent.click(more)
  expect(await screen.findByText('Flow 1')).toBeDefined()
  await waitFor(() => expect(more.disabled).toBe(true))
})

test('live: shows the state of the connection, and the reason for reconnecting', async () => {
  const app = createApp()
  render(LiveMark, {}, app)
  expect(await screen.findByText('Live')).toBeDefined()

  app.lcd.cut()
  expect((await screen.findByText('reconnecting')).title).toContain('closed the connection')
  expect((await screen.findByText('Live')).title).toBe('')
})

test('events: shows the last event', async () => {
  const app = createApp()
  render(LiveMark, {}, app)
  render(LastEvent, {}, app)
  expect(screen.getByText('Nothing yet')).toBeDefined()
  await screen.findByText('Live')

  app.lcd.execute(2)
  expect(await screen.findByText('Flow 2: executed')).toBeDefined()
})

test('failing: explains in plain English why a flow fails, as soon as it fails', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(startTime) })
  const app = createApp()
  render(FailingFlows, { owner }, app)
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
  render(FailingFlows, { owner }, app)
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be read/)
  expect(screen.queryByText('No flows are failing.')).toBeNull()
})

test('queries: shows the labels and refetches them', async () => {
  const app = createApp()
  render(Labels, { ids: ['1', '404'] }, app)
  await fireEvent.click(await screen.findByText('Flow 1, notFound'))
  await waitFor(() => expect(app.lcd.requests).toHaveLength(4))
})

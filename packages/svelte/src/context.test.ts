import { render as renderBare, screen, waitFor } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { createApp } from '../test/app.js'
import { changing } from '../test/changing.svelte.js'
import Failing from '../test/Failing.svelte'
import Label from '../test/Label.svelte'
import NoClient from '../test/NoClient.svelte'
import { renderHook } from '../test/render.js'
import { setFlowClient, useFlow, useFlowClient, useFlowUpdates, useInfiniteFlows } from './index.js'

test('useFlowClient: the client of the context', () => {
  const app = createApp()
  const { result } = renderHook(() => useFlowClient(), app)

  expect(result).toBe(app.client)
})

test('without a client the error names what to add, and a boundary gets it', () => {
  const { queryClient } = createApp()
  renderBare(Failing, { queryClient })

  expect(screen.getByRole('alert').textContent).toMatch(/No setFlowClient.*setFlowClient\(.+\)/)
})

test.each([
  ['useFlow', () => useFlow({ id: null })],
  ['useInfiniteFlows', () => useInfiniteFlows()],
  ['useFlowUpdates', () => useFlowUpdates()],
  ['useFlowClient', () => useFlowClient()],
])('without a client %s throws', (_, use) => {
  const { queryClient } = createApp()

  expect(() => renderBare(NoClient, { queryClient, use: () => void use() })).toThrow('No setFlowClient')
})

test('`client` in the options goes before the context', async () => {
  const app = createApp({ flows: [{ label: 'Of the context' }] })
  const other = createApp({ flows: [{ label: 'Of another chain' }], chain: 'other-1' })
  const { result } = renderHook(() => [useFlow({ id: 1 }), useFlow({ id: 1 }, { client: other.client })], app)

  await waitFor(() => expect(result.map(({ data }) => data?.label)).toEqual(['Of the context', 'Of another chain']))
  expect(app.lcd.requests).toHaveLength(1)
  expect(other.lcd.requests).toHaveLength(1)
})

test.each(changing)('`client` in the options may change, in %s', async (_, create) => {
  const app = createApp({ flows: [{ label: 'Of the context' }] })
  const other = createApp({ flows: [{ label: 'Of another chain' }], chain: 'other-1' })
  const options = create({ client: app.client })
  const { result } = renderHook(() => useFlow({ id: 1 }, options.given), app)
  await waitFor(() => expect(result.data?.label).toBe('Of the context'))

  options.set({ client: other.client })
  expect(result.data).toBeUndefined()
  await waitFor(() => expect(result.data?.label).toBe('Of another chain'))
})

test('`client` in the options needs no context', async () => {
  const { client, queryClient } = createApp()
  const labels: (() => unknown)[] = []
  renderBare(NoClient, {
    queryClient,
    use: () => {
      const [flow, flows] = [useFlow({ id: 1 }, { client }), useInfiniteFlows({}, { client })]
      labels.push(() => [flow.data?.id, flows.data?.pages.length])
    },
  })

  await waitFor(() => expect(labels.map(read => read())).toEqual([['1', 1]]))
})

test('the nearest client counts', async () => {
  const outer = createApp({ flows: [{ label: 'Outer' }] })
  const inner = createApp({ flows: [{ label: 'Inner' }], chain: 'inner-1' })
  const { result } = renderHook(() => {
    setFlowClient(inner.client)
    return useFlow({ id: 1 })
  }, outer)

  await waitFor(() => expect(result.data?.label).toBe('Inner'))
  expect(outer.lcd.requests).toEqual([])
})

test.each(changing.slice(0, 2))('another client in the context is another chain, in %s', async (_, create) => {
  const one = createApp({ flows: [{ label: 'One' }] })
  const two = createApp({ flows: [{ label: 'Two' }], chain: 'two-1' })
  const client = create(one.client)
  renderBare(Label, { queryClient: one.queryClient, client: client.given, id: 1 })
  expect(await screen.findByText('One')).toBeDefined()

  client.set(two.client)
  expect(screen.queryByText('One')).toBeNull()
  expect(await screen.findByText('Two')).toBeDefined()
})

import { render, screen, waitFor } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { writable } from 'svelte/store'
import { expect, test } from 'vitest'
import { createApp, renderHook } from '../test/app.js'
import Boundary from '../test/Boundary.svelte'
import { setFlowClient, useFlow } from './index.js'

test('without a client, a boundary catches the error', () => {
  const { queryClient } = createApp()
  render(Boundary, { queryClient })

  expect(screen.getByRole('alert').textContent).toContain('No setFlowClient above this component')
})

test('the nearest client wins', async () => {
  const outer = createApp({ flows: [{ label: 'Outer' }] })
  const inner = createApp({ flows: [{ label: 'Inner' }], chainId: 'inner-1' })
  const { result } = renderHook(() => {
    setFlowClient(inner.client)
    return useFlow({ id: 1 })
  }, outer)

  await waitFor(() => expect(result.data?.label).toBe('Inner'))
  expect(outer.lcd.requests).toEqual([])
})

test('a changed client in a store fetches from the new chain', async () => {
  const one = createApp({ flows: [{ label: 'One' }] })
  const two = createApp({ flows: [{ label: 'Two' }], chainId: 'two-1' })
  const client = writable(one.client)
  const { result } = renderHook(() => {
    setFlowClient(client)
    return useFlow({ id: 1 })
  }, one)
  await waitFor(() => expect(result.data?.label).toBe('One'))

  flushSync(() => client.set(two.client))
  expect(result.data).toBeUndefined()
  await waitFor(() => expect(result.data?.label).toBe('Two'))
})

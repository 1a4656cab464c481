import { act, render, screen, waitFor } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { createApp } from '../test/app.js'
import InfiniteList from '../test/rows/InfiniteList.svelte'
import LegacyList from '../test/rows/LegacyList.svelte'
import ObjectList from '../test/rows/ObjectList.svelte'
import StoreList from '../test/rows/StoreList.svelte'

async function refetched(List: typeof StoreList) {
  const app = createApp({ flows: Array.from({ length: 1_000 }, () => ({ label: 'Pay rent' })) })
  const updated: string[] = []
  render(List, { onUpdate: (id: string) => void updated.push(id) }, app)
  await waitFor(() => expect(updated).toHaveLength(1_000))
  updated.length = 0

  await act(() => app.queryClient.refetchQueries())
  expect(app.lcd.requests).toHaveLength(2)
  return { app, updated }
}

test.each([
  ['useFlows, a store', StoreList],
  ['useFlows, an object', ObjectList],
  ['useInfiniteFlows', InfiniteList],
])('%s: of 1,000 rows a refetch updates those that have changed, and no other', async (_, List) => {
  const { app, updated } = await refetched(List)
  expect(updated).toHaveLength(0)

  app.lcd.updateFlow(500, { label: 'Pay more' })
  await act(() => app.queryClient.refetchQueries())
  expect(await screen.findByText('500: Pay more')).toBeDefined()
  expect(updated).toEqual(['500'])
})

test('in a legacy component a refetch that brings nothing new updates no row', async () => {
  // Its type is a class's, as it was in Svelte 4.
  const { updated } = await refetched(LegacyList as unknown as typeof StoreList)

  expect(updated).toHaveLength(0)
})

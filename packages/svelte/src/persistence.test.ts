import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/query-persist-client-core'
import { waitFor } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { createApp, owner } from '../test/app.js'
import { renderHook } from '../test/render.js'
import { useFlow, useFlowHistory, useFlows, useFlowsForOwner, useInfiniteFlows, useParams } from './index.js'

/** A cache on disk: nothing but text survives. */
function storage() {
  let text = ''
  return {
    persistClient: (client: unknown) => {
      text = JSON.stringify(client)
    },
    restoreClient: () => JSON.parse(text),
    removeClient: () => {
      text = ''
    },
  }
}

const everything = () => [
  useFlow({ id: 1n }),
  useFlows({ limit: 2, reverse: true }),
  useFlowsForOwner({ owner }),
  useFlowHistory({ id: 1 }),
  useParams(),
  useInfiniteFlows({ limit: 4 }),
]

const forever = { queries: { staleTime: Number.POSITIVE_INFINITY } }

async function visit(persister: ReturnType<typeof storage>) {
  const app = createApp(forever)
  const { result, unmount } = renderHook(everything, app)
  await waitFor(() => expect(result.every(({ isSuccess }) => isSuccess)).toBe(true))
  await persistQueryClientSave({ queryClient: app.queryClient, persister })
  unmount()
  return result.map(({ data }) => data)
}

test('a cache that was persisted is restored: the same data at once, and no request', async () => {
  const persister = storage()
  const data = await visit(persister)

  const app = createApp(forever)
  await persistQueryClientRestore({ queryClient: app.queryClient, persister })
  const { result } = renderHook(everything, app)
  expect(result.map(query => query.data)).toEqual(data)
  expect(result.map(({ fetchStatus }) => fetchStatus)).toEqual(data.map(() => 'idle'))
  expect(app.lcd.requests).toEqual([])
})

test('the cache of one chain is none of another', async () => {
  const persister = storage()
  await visit(persister)

  const app = createApp({ ...forever, chain: 'other-1', flows: [{ label: 'Elsewhere' }] })
  await persistQueryClientRestore({ queryClient: app.queryClient, persister })
  const { result } = renderHook(() => useFlow({ id: 1 }), app)
  expect(result.data).toBeUndefined()
  await waitFor(() => expect(result.data?.label).toBe('Elsewhere'))
})

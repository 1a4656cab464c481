import {
  experimental_createQueryPersister as createQueryPersister,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/query-persist-client-core'
import { describe, expect, test } from 'vitest'
import { firstFlow, fresh } from '../app.js'
import { everyQuery } from '../every.js'
import type { Kit } from '../framework.js'

export function persistenceScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  const everything = () => everyQuery.map(([, useQuery]) => useQuery(hooks))

  /** Persists a cache with the data of all queries. */
  async function saved() {
    const app = createApp({ queries: fresh })
    const page = mount(app, { use: everything })
    await waitFor(() => expect(page.result.every(({ isSuccess }) => isSuccess)).toBe(true))
    const persister = storage()
    await persistQueryClientSave({ queryClient: app.queryClient, persister })
    const data = page.result.map(query => query.data)
    page.unmount()
    return { persister, data }
  }

  describe('a persisted cache', () => {
    test('a persisted cache is restored with the same data and without requests', async () => {
      const { persister, data } = await saved()
      const app = createApp({ queries: fresh })
      await persistQueryClientRestore({ queryClient: app.queryClient, persister })

      const page = mount(app, { use: everything })
      expect(page.result.map(query => query.data)).toEqual(data)
      expect(page.result.map(({ fetchStatus }) => fetchStatus)).toEqual(data.map(() => 'idle'))
      expect(app.lcd.requests).toEqual([])
    })

    test('a query that a persister restores while the page is connected is requested again', async () => {
      const stored = new Map<string, string>()
      const { persisterFn } = createQueryPersister({
        storage: {
          getItem: key => stored.get(key),
          setItem: (key, query) => stored.set(key, query),
          removeItem: key => void stored.delete(key),
        },
      })
      const queries = { ...fresh, persister: persisterFn }
      const page = mount(createApp({ queries }), { use: () => hooks.useFlow(firstFlow) })
      await waitFor(() => expect(stored.size).toBe(1))
      page.unmount()

      const app = createApp({ queries, flows: [{ label: 'Changed' }] })
      const live = mount(app, { use: () => hooks.useLiveFlows() })
      await waitFor(() => expect(live.result.state).toBe('connected'))
      const restored = mount(app, { use: () => hooks.useFlow(firstFlow) })
      await waitFor(() => expect(restored.result.data?.label).toBe('Changed'))
    })
  })
}

/** Creates a persister that stores text, like a disk. */
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

import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/query-persist-client-core'
import { describe, expect, test } from 'vitest'
import { fresh } from '../app.js'
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

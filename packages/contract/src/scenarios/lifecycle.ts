import { describe, expect, test } from 'vitest'
import { observers } from '../app.js'
import { everyQuery } from '../every.js'
import type { Kit } from '../framework.js'

export function lifecycleScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  describe('unmount', () => {
    test.each(everyQuery)('aborts the request of %s and removes its observer', async (_, useQuery) => {
      const app = createApp()
      app.lcd.fail({ hang: true })
      const page = mount(app, { use: () => useQuery(hooks) })
      await waitFor(() => expect(app.signals).not.toHaveLength(0))
      expect(page.result.fetchStatus).toBe('fetching')
      expect(app.signals.map(({ aborted }) => aborted)).not.toContain(true)
      expect(observers(app)).toEqual([1])

      page.unmount()
      await waitFor(() => expect(app.signals.map(({ aborted }) => aborted)).not.toContain(false))
      expect(observers(app)).toEqual([0])
      await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    })
  })
}

import { describe, expect, test } from 'vitest'
import { firstFlow, fresh, observers } from './app.js'
import { everyQuery } from './every.js'
import type { Kit } from './framework.js'

export function lifecycleScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  const { useFlow } = hooks

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

    test('does not abort the request if another component uses it', async () => {
      const app = createApp()
      const first = mount(app, { use: () => useFlow(firstFlow) })
      const page = mount(app, { use: () => useFlow(firstFlow) })

      first.unmount()
      expect(observers(app)).toEqual([1])
      await waitFor(() => expect(page.result.data?.id).toBe('1'))
      expect(app.lcd.requests).toHaveLength(1)
    })

    test('mounting again restarts an aborted query and shows the data of a finished one', async () => {
      const app = createApp({ queries: fresh })
      app.lcd.fail({ hang: true, times: 1 })
      mount(app, { use: () => useFlow(firstFlow) }).unmount()

      const second = mount(app, { use: () => useFlow(firstFlow) })
      expect(second.result.status).toBe('pending')
      await waitFor(() => expect(second.result.data?.id).toBe('1'))
      second.unmount()

      const third = mount(app, { use: () => useFlow(firstFlow) })
      expect(third.result).toMatchObject({ status: 'success', data: { id: '1' } })
      expect(app.lcd.requests).toHaveLength(2)
    })
  })
}

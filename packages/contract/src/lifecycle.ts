import { describe, expect, test } from 'vitest'
import { firstFlow, fresh, observers } from './app.js'
import { everyQuery } from './every.js'
import type { Kit } from './framework.js'

export function lifecycleScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  const { useFlow, useFlows } = hooks

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

    test.each(everyQuery)('removes the observer of %s after it has loaded', async (_, useQuery) => {
      const app = createApp()
      const page = mount(app, { use: () => useQuery(hooks) })
      await waitFor(() => expect(page.result.status).toBe('success'))
      expect(observers(app)).toEqual([1])

      page.unmount()
      expect(observers(app)).toEqual([0])
    })

    test('aborts a request while its body is loading', async () => {
      const app = createApp()
      app.lcd.fail({ stall: true })
      const page = mount(app, { use: () => useFlows() })
      await waitFor(() => expect(app.signals).toHaveLength(1))

      page.unmount()
      await waitFor(() => expect(app.signals[0]?.aborted).toBe(true))
      expect(app.queryClient.isFetching()).toBe(0)
    })

    test('prevents the next retry of the client', async () => {
      let responses = 0
      const app = createApp({ retries: 2, onResponse: () => void responses++ })
      app.lcd.fail({ status: 503 })
      const page = mount(app, { use: () => useFlow(firstFlow) })
      await waitFor(() => expect(responses).toBe(1))

      page.unmount()
      expect(app.queryClient.isFetching()).toBe(0)
      // These three attempts take longer than the delay before the second attempt of the first query.
      await expect(app.client.flow({ id: 2 })).rejects.toThrow('503')
      expect(app.lcd.requests.map(({ target }) => target.at(-1))).toEqual(['1', '2', '2', '2'])
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

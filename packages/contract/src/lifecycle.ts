import { describe, expect, test } from 'vitest'
import { firstFlow, fresh, observers } from './app.js'
import { everyQuery } from './every.js'
import type { Kit } from './framework.js'

export function lifecycleScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  const { useFlow, useFlows } = hooks

  describe('unmount', () => {
    test.each(everyQuery)('%s in flight: the request is aborted, nobody observes', async (_, useQuery) => {
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

    test.each(everyQuery)('%s with data: nobody observes', async (_, useQuery) => {
      const app = createApp()
      const page = mount(app, { use: () => useQuery(hooks) })
      await waitFor(() => expect(page.result.status).toBe('success'))
      expect(observers(app)).toEqual([1])

      page.unmount()
      expect(observers(app)).toEqual([0])
    })

    test('while the body comes: the same', async () => {
      const app = createApp()
      app.lcd.fail({ stall: true })
      const page = mount(app, { use: () => useFlows() })
      await waitFor(() => expect(app.signals).toHaveLength(1))

      page.unmount()
      await waitFor(() => expect(app.signals[0]?.aborted).toBe(true))
      expect(app.queryClient.isFetching()).toBe(0)
    })

    test('between two attempts of the client: no request follows', async () => {
      let answers = 0
      const app = createApp({ retries: 2, onResponse: () => void answers++ })
      app.lcd.fail({ status: 503 })
      const page = mount(app, { use: () => useFlow(firstFlow) })
      await waitFor(() => expect(answers).toBe(1))

      page.unmount()
      expect(app.queryClient.isFetching()).toBe(0)
      // Three attempts take longer than the pause before the second one.
      await expect(app.client.flow({ id: 2 })).rejects.toThrow('503')
      expect(app.lcd.requests.map(({ target }) => target.at(-1))).toEqual(['1', '2', '2', '2'])
    })

    test('with others looking: the request goes on for them', async () => {
      const app = createApp()
      const gone = mount(app, { use: () => useFlow(firstFlow) })
      const page = mount(app, { use: () => useFlow(firstFlow) })

      gone.unmount()
      expect(observers(app)).toEqual([1])
      await waitFor(() => expect(page.result.data?.id).toBe('1'))
      expect(app.lcd.requests).toHaveLength(1)
    })

    test('and mounted again: an aborted query starts anew, a finished one shows its data', async () => {
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

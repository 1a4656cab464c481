import { parseDraft } from '@flow-query/insights/draft'
import { describe, expect, test, vi } from 'vitest'
import { pendingTimers } from '../../../../tests/setup/clock.js'
import { observers, owner } from '../app.js'
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
      const [query] = app.queryClient.getQueryCache().getAll()
      expect(query?.state).toMatchObject({ status: 'pending', data: undefined, error: null })
    })

    test('leaves no observer, connection or timer of live updates, forecasts and checks', async () => {
      const app = createApp({ queries: { gcTime: Number.POSITIVE_INFINITY } })
      const page = mount(app, {
        use: () => {
          const collection = hooks.useFlowCollection()
          hooks.useWatchFlows(() => ({ onEvent: () => {} }))
          return {
            live: hooks.useLiveFlows(() => ({ fallbackInterval: 60_000 })),
            health: hooks.useFlowsHealth(() => ({ flows: collection.data?.flows })),
            verdicts: hooks.useFlowsVerdict(() => ({ flows: collection.data?.flows })),
            draft: hooks.useFlowDraft(() => ({ draft })),
          }
        },
      })
      await waitFor(() => expect(page.result.live.state).toBe('connected'))
      const isPending = () => Object.values(page.result).map(result => 'isPending' in result && result.isPending)
      await waitFor(() => expect(isPending()).not.toContain(true))
      await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
      expect(pendingTimers()).not.toEqual([])

      page.unmount()
      await waitFor(() => expect(app.lcd.sockets).toBe(0))
      expect(new Set(observers(app))).toEqual(new Set([0]))
      await vi.advanceTimersByTimeAsync(100)
      expect(pendingTimers()).toEqual([])
    })
  })
}

const draft = parseDraft({ owner, label: 'Rent', msgs: [], duration: '3600s', interval: '60s' })

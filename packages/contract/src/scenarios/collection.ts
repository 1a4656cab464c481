import { describe, expect, test } from 'vitest'
import { allFlows, observers, other, owner } from '../app.js'
import type { Kit } from '../framework.js'

const idsOf = (flows: readonly { id: string }[] | undefined) => flows?.map(({ id }) => Number(id))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Two and a half pages of flows. */
const flows = range(1, 250).map(id => ({ label: `Flow ${id}`, owner }))
/** The cursor of the page that starts with flow 101, as it appears in a URL. */
const secondPage = 'AAAAAAAAAGU'

export function collectionScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  const { useFlowCollection } = hooks

  describe('useFlowCollection', () => {
    test('waits for the owner, and loads another collection for another owner', async () => {
      const app = createApp({ flows: [owner, other, owner].map(owner => ({ owner })) })
      const page = mount(app, {
        props: { owner: undefined as string | undefined },
        use: given => useFlowCollection(given),
      })
      expect(page.result).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
      expect(app.lcd.requests).toEqual([])

      await page.give({ owner })
      await waitFor(() => expect(idsOf(page.result.data?.flows)).toEqual([1, 3]))
      await page.give({ owner: other })
      expect(page.result.data).toBeUndefined()
      await waitFor(() => expect(idsOf(page.result.data?.flows)).toEqual([2]))
    })

    test('aborts its requests when unmounted, keeps the loaded pages, and continues when mounted again', async () => {
      const app = createApp({ flows })
      const endFailure = app.lcd.fail({ path: secondPage, hang: true })
      const page = mount(app, { use: () => useFlowCollection() })
      await waitFor(() => expect(page.result.data?.flows).toHaveLength(100))
      const first = page.result.data?.flows ?? []
      const running = app.signals[app.lcd.requests.findIndex(({ target }) => target.includes(secondPage))]
      expect(running?.aborted).toBe(false)

      page.unmount()
      await waitFor(() => expect(running?.aborted).toBe(true))
      await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
      expect(observers(app)).toEqual([0])

      endFailure()
      const before = app.lcd.requests.length
      const next = mount(app, { use: () => useFlowCollection() })
      expect(idsOf(next.result.data?.flows)).toEqual(range(1, 100))
      await waitFor(() => expect(next.result.data?.complete).toBe(true))
      expect(idsOf(next.result.data?.flows)).toEqual(range(1, 250))
      expect(next.result.data?.flows.slice(0, 100).every((flow, index) => flow === first[index])).toBe(true)
      // There are two requests for pages, and one for the total.
      expect(app.lcd.requests.length - before).toBe(3)
    })

    test('is fresh for some time after it was loaded, or for the staleTime in the options', async () => {
      const app = createApp()
      const page = mount(app, { use: () => useFlowCollection() })
      await waitFor(() => expect(page.result.data?.complete).toBe(true))
      page.unmount()
      const before = app.lcd.requests.length

      const again = mount(app, { use: () => useFlowCollection() })
      expect(again.result).toMatchObject({ fetchStatus: 'idle', isStale: false })
      expect(app.lcd.requests).toHaveLength(before)
      const own = mount(app, { use: () => useFlowCollection(allFlows, () => ({ staleTime: 0 })) })
      expect(own.result).toMatchObject({ status: 'success', fetchStatus: 'fetching' })
      await waitFor(() => expect(own.result.fetchStatus).toBe('idle'))
    })
  })
}

import { describe, expect, test, vi } from 'vitest'
import { type App, owner, startTime } from '../app.js'
import type { Kit } from '../framework.js'

type ExampleName = 'options' | 'infinite' | 'live' | 'events' | 'failing' | 'forecast' | 'queries'

/** Mounts an example of a README, and returns a function that changes its props. */
export type ShowExample = (name: ExampleName, app: App, props?: object) => (props: object) => unknown

/** Runs the scenarios for the examples that all bindings have. */
export function exampleScenarios({ act, waitFor, createApp }: Kit, show: ShowExample): void {
  const text = () => document.body.textContent
  const shows = (part: string) => waitFor(() => expect(text()).toContain(part))
  const click = () => act(() => document.querySelector('button')?.click())

  describe('examples', () => {
    test('options: sends no request until `open` is true, and shows connection errors', async () => {
      const app = createApp()
      const change = show('options', app, { id: '1', open: false })
      expect(text()).toContain('Not yet')
      expect(app.lcd.requests).toEqual([])

      await change({ id: '1', open: true })
      await shows('2025-12-31T04:00:00Z')
      app.lcd.fail({ refuse: true })
      await change({ id: '2', open: true })
      await shows('No connection')
    })

    test('infinite: loads more pages until the last one', async () => {
      const app = createApp({ flows: Array.from({ length: 30 }, (_, index) => ({ label: `(${index + 1})` })) })
      show('infinite', app)
      await shows('(30)')
      expect(text()).not.toContain('(1)')

      await click()
      await shows('(1)')
      await waitFor(() => expect(document.querySelector('button')?.disabled).toBe(true))
    })

    test('live: shows the state of the connection, and the reason for reconnecting', async () => {
      const app = createApp()
      show('live', app)
      await shows('Live')

      await act(() => app.lcd.cut())
      await waitFor(() => expect(document.querySelector('[title*="closed the connection"]')).not.toBeNull())
      expect(text()).toContain('reconnecting')
      await shows('Live')
    })

    test('events: shows the last event', async () => {
      const app = createApp()
      show('live', app)
      show('events', app)
      expect(text()).toContain('Nothing yet')
      await shows('Live')

      await act(() => app.lcd.execute(2))
      await shows('Flow 2: executed')
    })

    test('failing: explains in plain English why a flow fails, as soon as it fails', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(startTime) })
      const app = createApp()
      show('failing', app, { owner })
      expect(text()).toContain('Loading flows…')
      await shows('No flows are failing.')
      await waitFor(() => expect(app.lcd.sockets).toBe(1))
      await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))

      app.lcd.execute(2, { outcome: 'failed', error: 'ABCI code: 5: insufficient funds' })
      await shows('Flow 2: Failing: ')
      expect(text()).not.toMatch(/ABCI code|No flows are failing/)
      expect(document.querySelectorAll('li')).toHaveLength(1)
      vi.useRealTimers()
    })

    test('failing: shows an error if the node does not respond', async () => {
      const app = createApp()
      app.lcd.fail({ refuse: true })
      show('failing', app, { owner })
      await waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toMatch(/could not be read/))
      expect(text()).not.toContain('No flows are failing.')
    })

    test('forecast: shows whether the next runs will work, and updates when the money is spent', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(startTime) })
      const app = createApp({ flows: [{ owner, label: 'Pay rent', configuration: { walletFallback: true } as never }] })
      app.lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '1000000000' }]
      show('forecast', app, { owner })
      expect(text()).toContain('Loading forecasts…')
      await shows('Pay rent: Next run: likely to succeed')
      await waitFor(() => expect(app.lcd.sockets).toBe(1))
      await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))

      app.lcd.accounts.balances[owner] = []
      app.lcd.execute(1)
      await shows('Pay rent: Next run: will fail')
      vi.useRealTimers()
    })

    test('queries: shows the labels and refetches them', async () => {
      const app = createApp()
      show('queries', app, { ids: ['1', '404'] })
      await shows('Flow 1, notFound')
      await click()
      await waitFor(() => expect(app.lcd.requests).toHaveLength(4))
    })
  })
}

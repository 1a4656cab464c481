import { describe, expect, test } from 'vitest'
import type { App } from '../app.js'
import type { Kit } from '../framework.js'

type ExampleName = 'options' | 'queries'

/** Mounts an example of a README, and returns a function that changes its props. */
export type ShowExample = (name: ExampleName, app: App, props?: object) => (props: object) => unknown

/** Runs the scenarios for the examples that all bindings have. */
export function exampleScenarios({ act, waitFor, createApp }: Kit, show: ShowExample): void {
  const text = () => document.body.textContent
  const shows = (part: string) => waitFor(() => expect(text()).toContain(part))
  const click = () => act(() => document.querySelector('button')?.click())

  describe('examples', () => {
    test('options: sends no request until `open` is true, and shows connection errors next to the data', async () => {
      const app = createApp()
      const change = show('options', app, { id: '1', open: false })
      expect(text()).toContain('Not yet')
      expect(app.lcd.requests).toEqual([])

      await change({ id: '1', open: true })
      await shows('2025-12-31T04:00:00Z')
      app.lcd.fail({ refuse: true })
      // The example refetches every ten seconds.
      await shows('The node can’t be reached')
      expect(text()).toContain('2025-12-31T04:00:00Z')
      await change({ id: '2', open: true })
      await waitFor(() => expect(text()).not.toContain('2025-12-31T04:00:00Z'))
      await shows('The node can’t be reached')
    })

    test('queries: shows the labels, refetches them, and keeps them if the node fails', async () => {
      const app = createApp()
      show('queries', app, { ids: ['1', '404'] })
      await shows('Flow 404 doesn’t exist')
      await shows('Flow 1')
      await click()
      await waitFor(() => expect(app.lcd.requests).toHaveLength(4))

      app.lcd.fail({ refuse: true })
      await click()
      await shows('The node can’t be reached')
      expect(text()).toContain('Flow 1')
    })
  })
}

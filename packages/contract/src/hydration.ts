import { hydrate as hydrateCache } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { fresh } from './app.js'
import type { Kit } from './framework.js'
import { summary } from './pages.js'

export function hydrationScenarios({ hooks, hydrate, act, waitFor, createApp }: Kit): void {
  describe('a page from a server', () => {
    let container: HTMLElement
    let page: { unmount: () => void } | undefined

    beforeEach(() => {
      container = document.body.appendChild(document.createElement('div'))
    })

    afterEach(() => {
      page?.unmount()
      container.remove()
    })

    /** Puts a page from the server into the document and makes it live. */
    function live(name: 'prefetched' | 'failed') {
      const { html, state } = inject('rendered')[name]
      container.innerHTML = html
      const app = createApp({ queries: fresh })
      hydrateCache(app.queryClient, state)
      const paragraph = container.querySelector('p')
      const asSent = paragraph?.textContent
      page = hydrate(app, summary(hooks), container)
      expect(container.querySelector('p')).toBe(paragraph)
      return { app, asSent, text: () => paragraph?.textContent }
    }

    test('whose queries were prefetched is hydrated with no second request', async () => {
      const { app, asSent, text } = live('prefetched')
      expect(asSent).toBe('Flow 1, 3 executions, 4 flows')
      expect(text()).toBe(asSent)
      expect(app.queryClient.isFetching()).toBe(0)
      expect(app.lcd.requests).toEqual([])

      app.lcd.updateFlow(1, { label: 'Renamed' })
      await act(() => app.queryClient.refetchQueries())
      await waitFor(() => expect(text()).toBe('Renamed, 3 executions, 4 flows'))
    })

    test('that could not read: what is missing is read in the browser', async () => {
      const { app, asSent, text } = live('failed')
      expect(asSent).toBe('undefined, undefined executions, undefined flows')
      await waitFor(() => expect(text()).toBe('Flow 1, 3 executions, 4 flows'))
      expect(app.lcd.requests).toHaveLength(3)
    })
  })
}

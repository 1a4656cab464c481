import { hydrate as hydrateCache } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { fresh } from '../app.js'
import type { Kit } from '../framework.js'
import { summary } from '../pages.js'

/** Runs the scenarios for the hydration of a page that was rendered on a server. */
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

    /** Puts a page from the server into the document and hydrates it. */
    function hydratePage(name: 'prefetched' | 'failed') {
      const { html, state } = inject('rendered')[name]
      container.innerHTML = html
      const app = createApp({ queries: fresh })
      // The pages were rendered before all tests, so their collections may no longer be fresh.
      const queries = state.queries.map(query => ({ ...query, state: { ...query.state, dataUpdatedAt: Date.now() } }))
      hydrateCache(app.queryClient, { ...state, queries })
      const paragraph = container.querySelector('p')
      const initialText = paragraph?.textContent
      page = hydrate(app, summary(hooks), container)
      expect(container.querySelector('p')).toBe(paragraph)
      return { app, initialText, text: () => paragraph?.textContent }
    }

    test('a page with prefetched queries is hydrated without further requests', async () => {
      const { app, initialText, text } = hydratePage('prefetched')
      expect(initialText).toBe('Flow 1, 3 executions, 4 flows, 6 verdicts, false')
      expect(text()).toBe(initialText)
      expect(app.queryClient.isFetching()).toBe(0)
      expect(app.lcd.requests).toEqual([])

      app.lcd.updateFlow(1, { label: 'Renamed' })
      await act(() => app.queryClient.refetchQueries())
      await waitFor(() => expect(text()).toBe('Renamed, 3 executions, 4 flows, 6 verdicts, false'))
    })

    test('a page whose requests failed on the server loads the missing data in the browser', async () => {
      const { app, initialText, text } = hydratePage('failed')
      expect(initialText).toBe('undefined, undefined executions, undefined flows, 0 verdicts, true')
      await waitFor(() => expect(text()).toBe('Flow 1, 3 executions, 4 flows, 6 verdicts, false'))
      const targets = app.lcd.requests.map(({ target }) => target)
      expect(targets).toEqual([...new Set(targets)])
    })
  })
}

import { screen, waitFor } from '@testing-library/vue'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import type { App as VueApp } from 'vue'
import { type App, createApp } from '../test/app.js'
import { fresh, live, pages } from '../test/pages.js'

let container: HTMLElement
let page: VueApp

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
})

afterEach(() => {
  page.unmount()
  container.remove()
})

/** Puts a page from the server into the document and makes it live. */
function hydrate(name: keyof typeof pages, app: App) {
  const { html, state } = inject('rendered')[name]
  container.innerHTML = html
  const paragraph = container.querySelector('p')
  page = live(app, pages[name], state)
  page.mount(container)
  return { html, paragraph }
}

test('a page of prefetched queries is hydrated with no second request', async () => {
  const app = createApp(fresh)
  const { html, paragraph } = hydrate('prefetched', app)

  expect(html).toBe('<p>Flow 1, 3 executions, 4 flows</p>')
  expect(screen.getByText('Flow 1, 3 executions, 4 flows')).toBe(paragraph)
  expect(app.queryClient.isFetching()).toBe(0)
  expect(app.lcd.requests).toEqual([])

  app.lcd.updateFlow(1, { label: 'Renamed' })
  await app.queryClient.refetchQueries()
  await waitFor(() => expect(paragraph?.textContent).toBe('Renamed, 3 executions, 4 flows'))
})

test.each(['awaited', 'suspended'] as const)('a page that was %s is hydrated with no second request', async name => {
  const app = createApp(fresh)
  const { html, paragraph } = hydrate(name, app)

  expect(html).toBe('<p>Flow 1</p>')
  await waitFor(() => expect(app.queryClient.getQueryCache().getAll()[0]?.getObserversCount()).toBe(1))
  expect(screen.getByText('Flow 1')).toBe(paragraph)
  expect(app.queryClient.isFetching()).toBe(0)
  expect(app.lcd.requests).toEqual([])

  app.lcd.updateFlow(1, { label: 'Renamed' })
  await app.queryClient.refetchQueries()
  await waitFor(() => expect(paragraph?.textContent).toBe('Renamed'))
})

test('what the server could not read is read in the browser', async () => {
  const app = createApp(fresh)
  const { html } = hydrate('failed', app)

  expect(html).toBe('<p>undefined, undefined executions, undefined flows</p>')
  expect(await screen.findByText('Flow 1, 3 executions, 4 flows')).toBeDefined()
  expect(app.lcd.requests).toHaveLength(3)
})

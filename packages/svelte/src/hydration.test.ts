import { act, screen, waitFor } from '@testing-library/svelte'
import { flushSync, hydrate as hydratePage, unmount } from 'svelte'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type App, createApp } from '../test/app.js'
import { fresh } from '../test/fresh.js'
import Page from '../test/Page.svelte'

let container: HTMLElement
let page: object

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
})

afterEach(async () => {
  await unmount(page)
  container.remove()
})

/** Puts a page from the server into the document and makes it live. */
function hydrate(name: 'prefetched' | 'failed', app: App) {
  const { html, state } = inject('rendered')[name]
  container.innerHTML = html
  const paragraph = container.querySelector('p')
  page = hydratePage(Page, { target: container, props: { app, state }, recover: false })
  flushSync()
  return { paragraph }
}

test('a page of prefetched queries is hydrated with no second request', async () => {
  const app = createApp(fresh)
  expect(inject('rendered').prefetched.html).toContain('<p>Flow 1, 3 executions, 4 flows</p>')
  const { paragraph } = hydrate('prefetched', app)

  expect(screen.getByText('Flow 1, 3 executions, 4 flows')).toBe(paragraph)
  expect(app.queryClient.isFetching()).toBe(0)
  expect(app.lcd.requests).toEqual([])

  app.lcd.updateFlow(1, { label: 'Renamed' })
  await act(() => app.queryClient.refetchQueries())
  await waitFor(() => expect(paragraph?.textContent).toBe('Renamed, 3 executions, 4 flows'))
})

test('what the server could not read is read in the browser', async () => {
  const app = createApp(fresh)
  expect(inject('rendered').failed.html).toContain('<p>undefined, undefined executions, undefined flows</p>')
  hydrate('failed', app)

  expect(await screen.findByText('Flow 1, 3 executions, 4 flows')).toBeDefined()
  expect(app.lcd.requests).toHaveLength(3)
})

import { fresh, hydrationScenarios, kitOf, observers } from '@flow-query/contract'
import { hydrate } from '@tanstack/vue-query'
import { screen, waitFor } from '@testing-library/vue'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createApp, vueApp } from '../test/app.js'
import { framework } from '../test/framework.js'
import { waiting } from '../test/server.js'

hydrationScenarios(kitOf(framework))

test.each(['awaited', 'suspended'] as const)('hydration of a page that was %s sends no second request', async name => {
  const { html, state } = inject('waited')[name]
  expect(html).toBe('<p>Flow 1</p>')
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = html
  const paragraph = container.querySelector('p')
  const app = createApp({ queries: fresh })
  hydrate(app.queryClient, JSON.parse(state))
  const page = vueApp(app, waiting[name])
  page.mount(container)
  onTestFinished(() => {
    page.unmount()
    container.remove()
  })

  await waitFor(() => expect(observers(app)).toEqual([1]))
  expect(screen.getByText('Flow 1')).toBe(paragraph)
  expect(app.queryClient.isFetching()).toBe(0)
  expect(app.lcd.requests).toEqual([])

  app.lcd.updateFlow(1, { label: 'Renamed' })
  await app.queryClient.refetchQueries()
  await waitFor(() => expect(paragraph?.textContent).toBe('Renamed'))
})

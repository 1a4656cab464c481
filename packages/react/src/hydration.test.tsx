import { fresh, hydrationScenarios, kitOf } from '@flow-query/contract'
import { HydrationBoundary } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, inject, test } from 'vitest'
import { createApp } from '../test/app.js'
import { framework } from '../test/framework.js'
import { SuspendedLabel } from '../test/server.js'

hydrationScenarios(kitOf(framework))

test('a streamed page is hydrated without a second request', async () => {
  const { html, state } = inject('streamed')
  expect(html).toContain('<p>Flow 1</p>')
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = html
  const paragraph = container.querySelector('p')
  const app = createApp({ queries: fresh })
  render(
    <HydrationBoundary state={JSON.parse(state)}>
      <SuspendedLabel id={1} />
    </HydrationBoundary>,
    { ...app, container, hydrate: true },
  )

  expect(screen.getByText('Flow 1')).toBe(paragraph)
  expect(app.queryClient.isFetching()).toBe(0)
  expect(app.lcd.requests).toEqual([])

  app.lcd.updateFlow(1, { label: 'Renamed' })
  await act(() => app.queryClient.refetchQueries())
  await waitFor(() => expect(paragraph?.textContent).toBe('Renamed'))
})

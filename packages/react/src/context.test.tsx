import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createApp, ErrorBoundary } from '../test/app.js'
import { FlowQueryProvider, useFlow } from './index.js'

function Label() {
  return <p>{useFlow({ id: 1 }).data?.label}</p>
}

test('without a provider, an error boundary catches the error', () => {
  const { queryClient } = createApp()
  const errors: unknown[] = []
  render(
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Label />
      </ErrorBoundary>
    </QueryClientProvider>,
    { onCaughtError: error => errors.push(error) },
  )

  expect(screen.getByRole('alert').textContent).toContain('No FlowQueryProvider above this component')
  expect(errors).toHaveLength(1)
})

test('the nearest provider wins', async () => {
  const outer = createApp({ flows: [{ label: 'Outer' }] })
  const inner = createApp({ flows: [{ label: 'Inner' }], chainId: 'inner-1' })
  render(
    <FlowQueryProvider client={inner.client}>
      <Label />
    </FlowQueryProvider>,
    outer,
  )

  expect(await screen.findByText('Inner')).toBeDefined()
  expect(outer.lcd.requests).toEqual([])
})

import { QueryClientProvider } from '@tanstack/react-query'
import { render, renderHook, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createApp, ErrorBoundary } from '../test/app.js'
import {
  FlowQueryProvider,
  useFlow,
  useFlowClient,
  useFlowUpdates,
  useInfiniteFlows,
  useSuspenseParams,
} from './index.js'

function Label({ id }: { id: number }) {
  return <p>{useFlow({ id }).data?.label}</p>
}

test('useFlowClient: the client of the provider', () => {
  const app = createApp()
  const { result } = renderHook(() => useFlowClient(), app)

  expect(result.current).toBe(app.client)
})

test('without a provider the error names it, and what to add', async () => {
  const { queryClient } = createApp()
  const errors: unknown[] = []
  render(
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Label id={1} />
      </ErrorBoundary>
    </QueryClientProvider>,
    { onCaughtError: error => errors.push(error) },
  )

  expect(screen.getByRole('alert').textContent).toMatch(/No FlowQueryProvider.*<FlowQueryProvider client=\{.+\}>/)
  expect(errors).toHaveLength(1)
})

test.each([
  ['useFlow', () => useFlow({ id: null })],
  ['useInfiniteFlows', () => useInfiniteFlows()],
  ['useSuspenseParams', () => useSuspenseParams()],
  ['useFlowUpdates', () => useFlowUpdates()],
  ['useFlowClient', () => useFlowClient()],
])('without a provider %s throws', (_, useHook) => {
  const { queryClient } = createApp()
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )

  expect(() => renderHook(() => void useHook(), { wrapper })).toThrow('No FlowQueryProvider')
})

test('`client` in the options goes before the provider', async () => {
  const app = createApp({ flows: [{ label: 'Of the provider' }] })
  const other = createApp({ flows: [{ label: 'Of another chain' }], chain: 'other-1' })
  const { result } = renderHook(() => [useFlow({ id: 1 }), useFlow({ id: 1 }, { client: other.client })], app)

  await waitFor(() =>
    expect(result.current.map(({ data }) => data?.label)).toEqual(['Of the provider', 'Of another chain']),
  )
  expect(app.lcd.requests).toHaveLength(1)
  expect(other.lcd.requests).toHaveLength(1)
})

test('`client` in the options needs no provider', async () => {
  const { client, queryClient } = createApp()
  const { result } = renderHook(
    () => [useFlow({ id: 1 }, { client }).data?.id, useInfiniteFlows({}, { client }).data?.pages.length],
    { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> },
  )

  await waitFor(() => expect(result.current).toEqual(['1', 1]))
})

test('the nearest provider counts', async () => {
  const outer = createApp({ flows: [{ label: 'Outer' }] })
  const inner = createApp({ flows: [{ label: 'Inner' }], chain: 'inner-1' })
  render(
    <FlowQueryProvider client={inner.client}>
      <Label id={1} />
    </FlowQueryProvider>,
    outer,
  )

  expect(await screen.findByText('Inner')).toBeDefined()
  expect(outer.lcd.requests).toEqual([])
})

test('another client in the provider is another chain', async () => {
  const one = createApp({ flows: [{ label: 'One' }] })
  const two = createApp({ flows: [{ label: 'Two' }], chain: 'two-1' })
  const app = ({ client }: typeof one) => (
    <QueryClientProvider client={one.queryClient}>
      <FlowQueryProvider client={client}>
        <Label id={1} />
      </FlowQueryProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(app(one))
  expect(await screen.findByText('One')).toBeDefined()

  rerender(app(two))
  expect(screen.queryByText('One')).toBeNull()
  expect(await screen.findByText('Two')).toBeDefined()
})

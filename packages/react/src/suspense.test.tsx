import { type App, everyQuery, type Hooks } from '@flow-query/contract'
import type { Flow, FlowClient } from '@flow-query/core'
import { QueryErrorResetBoundary, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense, useState, useTransition } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { createApp, ErrorBoundary } from '../test/app.js'
import * as collection from './collection/index.js'
import * as binding from './index.js'
import { flowQueryOptions, useFlowClient } from './index.js'
import * as insights from './insights/index.js'

/** The hooks that a developer writes for suspense: query options, passed to TanStack Query. */
const suspenseHooks = Object.fromEntries(
  Object.entries({ ...binding, ...collection, ...insights })
    .filter(([name]) => /QueryOptions$/.test(name))
    .map(([name, queryOptions]) => [nameOfHook(name), suspending(queryOptions as SomeOptions, /Infinite/.test(name))]),
) as unknown as Hooks

type SomeOptions = (client: FlowClient, args?: unknown) => never

/** `flowsInfiniteQueryOptions` belongs to `useInfiniteFlows`. */
function nameOfHook(name: string): string {
  const [, query = '', infinite = ''] = /^(.*?)(Infinite)?QueryOptions$/.exec(name) ?? []
  return `use${infinite}${query.charAt(0).toUpperCase()}${query.slice(1)}`
}

function suspending(queryOptions: SomeOptions, isInfinite: boolean) {
  const useQuery: (options: never) => unknown = isInfinite ? useSuspenseInfiniteQuery : useSuspenseQuery
  return (args?: () => unknown) => useQuery(queryOptions(useFlowClient(), args?.()))
}

function Label({ id }: { id: number }) {
  return <p>{useSuspenseQuery(flowQueryOptions(useFlowClient(), { id })).data.label}</p>
}

function Text({ read }: { read: () => ReactNode }) {
  return <p>{read()}</p>
}

function Choice() {
  const [id, setId] = useState(1)
  const [isPending, startTransition] = useTransition()
  return (
    <>
      <button type="button" onClick={() => startTransition(() => setId(2))}>
        {isPending ? 'Loading another' : 'Another'}
      </button>
      <Label id={id} />
    </>
  )
}

/**
 * Waits until no query is fetching and React has rendered the results.
 *
 * React keeps a fallback on the page for at least 300 ms, except inside `act`.
 */
const settle = ({ queryClient }: Pick<App, 'queryClient'>) =>
  act(async () => {
    await until(() => queryClient.isFetching() === 0)
    // TanStack Query notifies components in a timeout of 0 ms.
    await vi.advanceTimersByTimeAsync(0)
  })

/** Mounts components that can suspend or throw, the way an app would. */
function mount({ wrapper }: Pick<ReturnType<typeof createApp>, 'wrapper'>, children: ReactNode) {
  const caught: unknown[] = []
  const page = (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary onReset={reset}>
          <Suspense fallback={<p>Loading</p>}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
  render(page, { wrapper, onCaughtError: error => caught.push(error) })
  return { caught }
}

/** One query of each kind. The contract runs all queries. */
const queries = everyQuery.filter(([name]) => ['useFlow', 'useInfiniteFlows', 'useFlowCollection'].includes(name))

describe('suspense', () => {
  test.each(queries)('%s: shows the fallback, then the data', async (_, useQuery) => {
    const app = createApp()
    const shown: unknown[] = []
    const read = () => {
      const { data } = useQuery(suspenseHooks)
      shown.push(data)
      return 'Here'
    }
    mount(app, <Text read={read} />)

    expect(screen.getByText('Loading')).toBeDefined()
    await settle(app)
    expect(screen.getByText('Here')).toBeDefined()
    expect(screen.queryByText('Loading')).toBeNull()
    expect(shown.at(-1)).toBe(app.queryClient.getQueryCache().getAll()[0]?.state.data)
    expect(shown).not.toContain(undefined)
    const targets = app.lcd.requests.map(({ target }) => target)
    expect(targets).toEqual([...new Set(targets)])
  })

  test('select and client are supported', async () => {
    const app = createApp()
    const other = createApp({ flows: [{ label: 'Elsewhere' }] })
    const options = {
      ...flowQueryOptions(other.client, { id: 1 }),
      select: (flow: Flow) => `${flow.label}: ${flow.id}`,
    }
    mount(app, <Text read={() => useSuspenseQuery(options).data} />)

    await settle(app)
    expect(screen.getByText('Elsewhere: 1')).toBeDefined()
    expect(app.lcd.requests).toEqual([])
  })
})

describe('transitions', () => {
  test('the previous flow stays visible in a transition', async () => {
    const app = createApp()
    mount(app, <Choice />)
    await settle(app)

    fireEvent.click(screen.getByText('Another'))
    expect(screen.getByText('Loading another')).toBeDefined()
    expect(screen.getByText('Flow 1')).toBeDefined()
    expect(screen.queryByText('Loading')).toBeNull()
    await settle(app)
    expect(screen.getByText('Flow 2')).toBeDefined()
    expect(screen.getByText('Another')).toBeDefined()
  })
})

describe('error boundaries', () => {
  test('an error boundary receives the error', async () => {
    const app = createApp()
    const { caught } = mount(app, <Label id={404} />)

    await settle(app)
    expect(screen.getByRole('alert').textContent).toContain('not found: flow')
    expect(caught).toMatchObject([{ name: 'FlowQueryError', kind: 'notFound' }])
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('resetting an error boundary retries the query', async () => {
    const app = createApp()
    app.lcd.fail({ refuse: true, times: 2 })
    mount(app, <Label id={1} />)
    await settle(app)

    fireEvent.click(screen.getByText('Try again'))
    await settle(app)
    expect(app.lcd.requests).toHaveLength(2)
    fireEvent.click(screen.getByText('Try again'))
    await settle(app)
    expect(screen.getByText('Flow 1')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(app.lcd.requests).toHaveLength(3)
  })
})

import { everyQuery, fresh, observers } from '@flow-query/contract'
import type { Flow } from '@flow-query/core'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense, useDeferredValue, useState, useTransition } from 'react'
import { describe, expect, test } from 'vitest'
import { createApp, ErrorBoundary } from '../test/app.js'
import { suspenseHooks } from '../test/framework.js'
import { type UseSuspenseFlowOptions, useSuspenseFlow, useSuspenseInfiniteFlows } from './index.js'

function Label({ id, options }: { id: number; options?: UseSuspenseFlowOptions }) {
  const { data } = useSuspenseFlow({ id }, options)
  return <p>{data.label}</p>
}

function Text({ read }: { read: () => ReactNode }) {
  return <p>{read()}</p>
}

function List() {
  const { data, fetchNextPage } = useSuspenseInfiniteFlows({ limit: 4 })
  return (
    <button type="button" onClick={() => fetchNextPage()}>
      {data.pages.flatMap(page => page.flows).length}
    </button>
  )
}

function Choice() {
  const [id, setId] = useState(1)
  const [isPending, startTransition] = useTransition()
  return (
    <>
      <button type="button" onClick={() => startTransition(() => setId(2))}>
        {isPending ? 'On its way' : 'Another'}
      </button>
      <Label id={id} />
    </>
  )
}

const Deferred = ({ id }: { id: number }) => <Label id={useDeferredValue(id)} />

/** Mounts what may suspend or throw, as an app would. */
function mount({ wrapper }: Pick<ReturnType<typeof createApp>, 'wrapper'>, children: ReactNode) {
  const caught: unknown[] = []
  const page = (children: ReactNode) => (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary onReset={reset}>
          <Suspense fallback={<p>Loading</p>}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
  const { rerender, unmount } = render(page(children), { wrapper, onCaughtError: error => caught.push(error) })
  return { caught, unmount, rerender: (children: ReactNode) => rerender(page(children)) }
}

describe('suspense', () => {
  test.each(everyQuery)('%s: the fallback, then the data', async (_, useQuery) => {
    const app = createApp()
    const shown: unknown[] = []
    const read = () => {
      const { data } = useQuery(suspenseHooks)
      shown.push(data)
      return 'Here'
    }
    mount(app, <Text read={read} />)

    expect(screen.getByText('Loading')).toBeDefined()
    expect(await screen.findByText('Here')).toBeDefined()
    expect(screen.queryByText('Loading')).toBeNull()
    expect(shown.at(-1)).toBe(app.queryClient.getQueryCache().getAll()[0]?.state.data)
    expect(shown).not.toContain(undefined)
    const asked = app.lcd.requests.map(({ target }) => target)
    expect(asked).toEqual([...new Set(asked)])
  })

  test('what is in the cache does not suspend', async () => {
    const app = createApp({ queries: fresh })
    const first = mount(app, <Label id={1} />)
    await screen.findByText('Flow 1')
    first.unmount()
    mount(app, <Label id={1} />)

    expect(screen.getByText('Flow 1')).toBeDefined()
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('another id suspends again', async () => {
    const { rerender } = mount(createApp(), <Label id={1} />)
    await screen.findByText('Flow 1')

    rerender(<Label id={2} />)
    expect(screen.getByText('Loading')).toBeDefined()
    expect(await screen.findByText('Flow 2')).toBeDefined()
  })

  test('the next page of a list does not', async () => {
    mount(createApp(), <List />)
    fireEvent.click(await screen.findByText('4'))

    expect(screen.getByText('4')).toBeDefined()
    expect(screen.queryByText('Loading')).toBeNull()
    expect(await screen.findByText('6')).toBeDefined()
  })

  test('select and client', async () => {
    const app = createApp()
    const other = createApp({ flows: [{ label: 'Elsewhere' }] })
    const options = { client: other.client, select: (flow: Flow) => `${flow.label}: ${flow.id}` }
    mount(app, <Text read={() => useSuspenseFlow({ id: 1 }, options).data} />)

    expect(await screen.findByText('Elsewhere: 1')).toBeDefined()
    expect(app.lcd.requests).toEqual([])
  })

  test('Strict Mode, and unmount', async () => {
    const app = createApp()
    const { unmount } = render(
      <Suspense fallback={<p>Loading</p>}>
        <Label id={1} />
      </Suspense>,
      { ...app, reactStrictMode: true },
    )

    expect(await screen.findByText('Flow 1')).toBeDefined()
    expect(observers(app)).toEqual([1])
    unmount()
    expect(observers(app)).toEqual([0])
  })
})

describe('while another is on its way, the old one stays', () => {
  test('in a transition', async () => {
    mount(createApp(), <Choice />)
    await screen.findByText('Flow 1')

    fireEvent.click(screen.getByText('Another'))
    expect(screen.getByText('On its way')).toBeDefined()
    expect(screen.getByText('Flow 1')).toBeDefined()
    expect(screen.queryByText('Loading')).toBeNull()
    expect(await screen.findByText('Flow 2')).toBeDefined()
    expect(screen.getByText('Another')).toBeDefined()
  })

  test('with a deferred id', async () => {
    const { rerender } = mount(createApp(), <Deferred id={1} />)
    await screen.findByText('Flow 1')

    rerender(<Deferred id={2} />)
    expect(screen.getByText('Flow 1')).toBeDefined()
    expect(screen.queryByText('Loading')).toBeNull()
    expect(await screen.findByText('Flow 2')).toBeDefined()
  })
})

describe('an error boundary', () => {
  test('gets the error', async () => {
    const app = createApp()
    const { caught } = mount(app, <Label id={404} />)

    expect((await screen.findByRole('alert')).textContent).toContain('not found: flow')
    expect(caught).toMatchObject([{ name: 'FlowQueryError', kind: 'notFound' }])
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('tries again when it is reset', async () => {
    const app = createApp()
    app.lcd.fail({ refuse: true, times: 2 })
    mount(app, <Label id={1} />)
    await screen.findByRole('alert')

    fireEvent.click(screen.getByText('Try again'))
    await waitFor(() => expect(app.lcd.requests).toHaveLength(2))
    await screen.findByRole('alert')
    fireEvent.click(screen.getByText('Try again'))
    expect(await screen.findByText('Flow 1')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(app.lcd.requests).toHaveLength(3)
  })

  test('is spared by `retry` in the options', async () => {
    const app = createApp()
    app.lcd.fail({ refuse: true, times: 1 })
    mount(app, <Label id={1} options={{ retry: 1, retryDelay: 0 }} />)

    expect(await screen.findByText('Flow 1')).toBeDefined()
    expect(app.lcd.requests).toHaveLength(2)
  })

  test('is spared by a failed refetch: the data stays', async () => {
    const app = createApp()
    mount(app, <Label id={1} />)
    await screen.findByText('Flow 1')

    app.lcd.fail({ refuse: true })
    await act(() => app.queryClient.refetchQueries())
    expect(app.lcd.requests).toHaveLength(2)
    expect(screen.getByText('Flow 1')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

// @vitest-environment node
import {
  createFlowClient,
  flowQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
} from '@flow-query/core'
import { dehydrate, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type App, createApp, owner } from '../test/app.js'
import { FlowQueryProvider, useFlow, useInfiniteFlows, useSuspenseFlow, useSuspenseFlowsForOwner } from './index.js'

function Label({ id }: { id: number }) {
  const { data, status } = useFlow({ id })
  return <p>{data?.label ?? status}</p>
}

function SuspenseLabel({ id }: { id: number }) {
  return <p>{useSuspenseFlow({ id }).data.label}</p>
}

/** An owner's newest flow: its second query has to wait for the first. */
function Newest() {
  const { data } = useSuspenseFlowsForOwner({ owner, reverse: true, limit: 1 })
  return <SuspenseLabel id={Number(data.flows[0]?.id)} />
}

function Count() {
  return <p>{useInfiniteFlows({ limit: 2 }).data?.pages.flatMap(page => page.flows).length}</p>
}

const page = ({ wrapper: Wrapper }: App, children: ReactNode) => <Wrapper>{children}</Wrapper>

async function markup(stream: ReadableStream & { allReady: Promise<void> }): Promise<string> {
  await stream.allReady
  return new Response(stream).text()
}

describe('renderToString', () => {
  test('what was prefetched is in the page', async () => {
    const app = createApp()
    await app.queryClient.prefetchQuery(flowQueryOptions(app.client, { id: 2 }))
    await app.queryClient.prefetchInfiniteQuery({ ...flowsInfiniteQueryOptions(app.client, { limit: 2 }), pages: 2 })

    expect(renderToString(page(app, <Label id={2} />))).toBe('<p>Flow 2</p>')
    expect(renderToString(page(app, <Count />))).toBe('<p>4</p>')
    expect(app.lcd.requests).toHaveLength(3)
  })

  test('what was not is pending, and nothing is sent', () => {
    const app = createApp()

    expect(renderToString(page(app, <Label id={2} />))).toBe('<p>pending</p>')
    expect(app.lcd.requests).toEqual([])
  })

  test('what failed to be prefetched is pending', async () => {
    const app = createApp()
    app.lcd.fail({ refuse: true })
    await app.queryClient.prefetchQuery(flowQueryOptions(app.client, { id: 2 }))

    expect(renderToString(page(app, <Label id={2} />))).toBe('<p>pending</p>')
    expect(dehydrate(app.queryClient).queries).toEqual([])
  })
})

describe('renderToReadableStream', () => {
  test('suspense queries are waited for, one after the other', async () => {
    const app = createApp()
    const stream = await renderToReadableStream(page(app, <Newest />))

    expect(await markup(stream)).toBe('<p>Flow 6</p>')
    expect(app.lcd.requests.map(({ query }) => query)).toEqual(['flowsForOwner', 'flow'])
  })

  test('one that fails is left to the browser, and tells the server why', async () => {
    const app = createApp()
    app.lcd.fail({ query: 'flow', refuse: true })
    const errors: unknown[] = []
    const stream = await renderToReadableStream(
      page(
        app,
        <Suspense fallback={<p>Loading</p>}>
          <Newest />
        </Suspense>,
      ),
      { onError: error => void errors.push(error) },
    )

    expect(await markup(stream)).toContain('<p>Loading</p>')
    expect(errors).toMatchObject([{ kind: 'network' }])
    expect(dehydrate(app.queryClient).queries.map(({ queryKey }) => queryKey)).toEqual([
      flowsForOwnerQueryOptions(app.client, { owner, reverse: true, limit: 1 }).queryKey,
    ])
  })
})

describe('two requests at once share nothing', () => {
  /** Lets answers through once so many wait. */
  function meeting(size: number): () => Promise<void> {
    let everybodyIsHere = () => {}
    const met = new Promise<void>(resolve => {
      everybodyIsHere = resolve
    })
    return () => {
      size -= 1
      if (size === 0) everybodyIsHere()
      return met
    }
  }

  /** The same chain, query and arguments, at two nodes that know different things. */
  function server(label: string, met: () => Promise<void>) {
    const { lcd, queryClient } = createApp({ flows: [{ label }] })
    const client = createFlowClient({
      lcd: lcd.url,
      chain: 'intento-1',
      retries: 0,
      fetch: async (input, init) => {
        await met()
        return lcd.fetch(input, init)
      },
    })
    const render = async (children: ReactNode) =>
      markup(
        await renderToReadableStream(
          <QueryClientProvider client={queryClient}>
            <FlowQueryProvider client={client}>{children}</FlowQueryProvider>
          </QueryClientProvider>,
          { onError: () => {} },
        ),
      )
    return { lcd, queryClient, client, render, cached: () => JSON.stringify(dehydrate(queryClient)) }
  }

  test('while both stream', async () => {
    const met = meeting(2)
    const [one, two] = [server('Of one', met), server('Of two', met)]
    const pages = await Promise.all([one, two].map(({ render }) => render(<SuspenseLabel id={1} />)))

    expect(pages).toEqual(['<p>Of one</p>', '<p>Of two</p>'])
    expect(one.lcd.requests).toHaveLength(1)
    expect(two.lcd.requests).toHaveLength(1)
    expect(one.cached()).toContain('Of one')
    expect(one.cached()).not.toContain('Of two')
    expect(two.cached()).toContain('Of two')
    expect(two.cached()).not.toContain('Of one')
  })

  test('while both prefetch', async () => {
    const met = meeting(2)
    const [one, two] = [server('Of one', met), server('Of two', met)]
    const pages = await Promise.all(
      [one, two].map(async ({ queryClient, client, render }) => {
        await queryClient.prefetchQuery(flowQueryOptions(client, { id: 1 }))
        return render(<Label id={1} />)
      }),
    )

    expect(pages).toEqual(['<p>Of one</p>', '<p>Of two</p>'])
  })

  test('while one fails', async () => {
    const met = meeting(2)
    const [one, two] = [server('Of one', met), server('Of two', met)]
    one.lcd.fail({ refuse: true })
    const pages = await Promise.allSettled([one, two].map(({ render }) => render(<SuspenseLabel id={1} />)))

    expect(pages).toMatchObject([
      { status: 'rejected', reason: { kind: 'network' } },
      { status: 'fulfilled', value: '<p>Of two</p>' },
    ])
  })
})

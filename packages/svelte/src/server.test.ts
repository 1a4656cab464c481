// @vitest-environment node
import { createFlowClient, flowQueryOptions, flowsInfiniteQueryOptions } from '@flow-query/core'
import { dehydrate, QueryClient } from '@tanstack/svelte-query'
import { render } from 'svelte/server'
import { describe, expect, test, vi } from 'vitest'
import { type App, createApp, observers } from '../test/app.js'
import ServerPage from '../test/ServerPage.svelte'
import ServerStatus from '../test/ServerStatus.svelte'

/** A page's text: a flow from the store and from the object, and how many flows there are. */
const text = ({ wrapperProps }: Pick<App, 'wrapperProps'>, id: number | null = 2) =>
  render(ServerPage, { props: { wrapperProps, id } })
    .body.replace(/<!--.*?-->/g, '')
    .trim()

describe('render', () => {
  test('what was prefetched is in the page', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    await app.queryClient.prefetchQuery(flowQueryOptions(app.client, { id: 2 }))
    await app.queryClient.prefetchInfiniteQuery({ ...flowsInfiniteQueryOptions(app.client, { limit: 2 }), pages: 2 })

    expect(text(app)).toBe('<p>Flow 2, Flow 2, 4</p>')
    expect(app.lcd.requests).toHaveLength(3)
  })

  test('what was not is pending, and no request outlives the page', async () => {
    const app = createApp()

    expect(text(app)).toBe('<p>pending, pending, </p>')
    expect(observers(app)).toEqual([0, 0])
    await vi.waitFor(() => expect(app.signals.map(({ aborted }) => aborted)).toEqual([true, true]))
  })

  test('with queries that are enabled in browsers only, nothing is sent', async () => {
    const app = createApp({ queries: { enabled: false } })

    expect(text(app)).toBe('<p>pending, pending, </p>')
    await new QueryClient().fetchQuery({ queryKey: ['settled'], queryFn: () => true })
    expect(app.lcd.requests).toEqual([])
  })

  test('what failed to be prefetched is pending', async () => {
    const app = createApp()
    app.lcd.fail({ refuse: true })
    await app.queryClient.prefetchQuery(flowQueryOptions(app.client, { id: 2 }))

    expect(text(app)).toBe('<p>pending, pending, </p>')
    expect(dehydrate(app.queryClient).queries).toEqual([])
  })

  test('without a client the page fails, and says what to add', () => {
    const { wrapperProps } = createApp()

    expect(() => text({ wrapperProps: { ...wrapperProps, client: undefined as never } })).toThrow('No setFlowClient')
  })
})

test('useFlowUpdates: on a server nothing is started', () => {
  const app = createApp()
  const { body } = render(ServerStatus, { props: { wrapperProps: app.wrapperProps } })

  expect(body).toContain('<p>stopped, stopped</p>')
  expect(app.connections).toEqual([])
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
    const page = async () => {
      await queryClient.prefetchQuery(flowQueryOptions(client, { id: 1 }))
      return text({ wrapperProps: { client, queryClient } }, 1)
    }
    return { lcd, page, cached: () => JSON.stringify(dehydrate(queryClient)) }
  }

  test('while both prefetch', async () => {
    const met = meeting(2)
    const [one, two] = [server('Of one', met), server('Of two', met)]
    const pages = await Promise.all([one.page(), two.page()])

    expect(pages).toEqual(['<p>Of one, Of one, </p>', '<p>Of two, Of two, </p>'])
    expect(one.cached()).toContain('Of one')
    expect(one.cached()).not.toContain('Of two')
    expect(two.cached()).toContain('Of two')
    expect(two.cached()).not.toContain('Of one')
  })

  test('while one fails', async () => {
    const met = meeting(2)
    const [one, two] = [server('Of one', met), server('Of two', met)]
    one.lcd.fail({ refuse: true })
    const pages = await Promise.all([one.page(), two.page()])

    expect(pages).toEqual(['<p>pending, pending, </p>', '<p>Of two, Of two, </p>'])
  })
})

// @vitest-environment node
import {
  createFlowClient,
  flowQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
} from '@flow-query/core'
import { dehydrate } from '@tanstack/vue-query'
import { describe, expect, test } from 'vitest'
import { type Component, defineComponent, h, onServerPrefetch } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { type App, createApp, owner } from '../test/app.js'
import { live } from '../test/pages.js'
import { FlowQueryPlugin, useFlow, useFlowsForOwner, useInfiniteFlows } from './index.js'

const label = (id: number) =>
  defineComponent(() => {
    const { data, status } = useFlow({ id })
    return () => h('p', data.value?.label ?? status.value)
  })

const awaitedLabel = (id: number) =>
  defineComponent(() => {
    const { data, error, suspense } = useFlow({ id })
    onServerPrefetch(suspense)
    return () => h('p', data.value?.label ?? error.value?.kind)
  })

/** An owner's newest flow: its second query has to wait for the first. */
const Newest = defineComponent({
  async setup() {
    const newest = useFlowsForOwner({ owner, reverse: true, limit: 1 })
    const { data, error, suspense } = useFlow({ id: () => newest.data.value?.flows[0]?.id })
    await newest.suspense()
    await suspense()
    return () => h('p', data.value?.label ?? error.value?.kind)
  },
})

const Count = defineComponent(() => {
  const { data } = useInfiniteFlows({ limit: 2 })
  return () => h('p', data.value?.pages.flatMap(page => page.flows).length)
})

const markup = (app: App, page: Component) => renderToString(live(app, page))

describe('prefetched', () => {
  test('what was is in the page', async () => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    await app.queryClient.prefetchQuery(flowQueryOptions(app.client, { id: 2 }))
    await app.queryClient.prefetchInfiniteQuery({ ...flowsInfiniteQueryOptions(app.client, { limit: 2 }), pages: 2 })

    expect(await markup(app, label(2))).toBe('<p>Flow 2</p>')
    expect(await markup(app, Count)).toBe('<p>4</p>')
    expect(app.lcd.requests).toHaveLength(3)
  })

  test('what was not is pending: it is asked for, and the page does not wait', async () => {
    const app = createApp()

    expect(await markup(app, label(2))).toBe('<p>pending</p>')
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('what failed to be prefetched is pending', async () => {
    const app = createApp()
    app.lcd.fail({ refuse: true })
    await app.queryClient.prefetchQuery(flowQueryOptions(app.client, { id: 2 }))

    expect(await markup(app, label(2))).toBe('<p>pending</p>')
    expect(dehydrate(app.queryClient).queries).toEqual([])
  })
})

describe('awaited', () => {
  test('queries are waited for, one after the other', async () => {
    const app = createApp()

    expect(await markup(app, Newest)).toBe('<p>Flow 6</p>')
    expect(app.lcd.requests.map(({ query }) => query)).toEqual(['flowsForOwner', 'flow'])
  })

  test('one that fails is left to the browser, and tells the server why', async () => {
    const app = createApp()
    app.lcd.fail({ query: 'flow', refuse: true })

    expect(await markup(app, Newest)).toBe('<p>network</p>')
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
    const app = createApp({ flows: [{ label }] })
    const { lcd, queryClient, global } = app
    const client = createFlowClient({
      lcd: lcd.url,
      chain: 'intento-1',
      retries: 0,
      fetch: async (input, init) => {
        await met()
        return lcd.fetch(input, init)
      },
    })
    const plugins = [...global.plugins.slice(0, 1), [FlowQueryPlugin, { client }] as [typeof FlowQueryPlugin, unknown]]
    const render = (page: Component) => markup({ ...app, global: { plugins } }, page)
    return { lcd, queryClient, client, render, cached: () => JSON.stringify(dehydrate(queryClient)) }
  }

  test('while both wait for their queries', async () => {
    const met = meeting(2)
    const [one, two] = [server('Of one', met), server('Of two', met)]
    const pages = await Promise.all([one, two].map(({ render }) => render(awaitedLabel(1))))

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
        return render(label(1))
      }),
    )

    expect(pages).toEqual(['<p>Of one</p>', '<p>Of two</p>'])
  })

  test('while one fails', async () => {
    const met = meeting(2)
    const [one, two] = [server('Of one', met), server('Of two', met)]
    one.lcd.fail({ refuse: true })
    const pages = await Promise.all([one, two].map(({ render }) => render(awaitedLabel(1))))

    expect(pages).toEqual(['<p>network</p>', '<p>Of two</p>'])
  })
})

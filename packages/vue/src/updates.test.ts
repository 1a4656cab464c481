import { isFlowQueryError } from '@flow-query/core'
import { render, screen, waitFor } from '@testing-library/vue'
import { expect, test } from 'vitest'
import { createApp as createVueApp, defineComponent, effectScope, h, KeepAlive, nextTick, ref, shallowRef } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { type App, createApp, owner, renderComposable } from '../test/app.js'
import { live } from '../test/pages.js'
import {
  type FlowUpdatesOptions,
  useFlow,
  useFlowHistory,
  useFlows,
  useFlowsForOwner,
  useFlowUpdates,
  useInfiniteFlowHistory,
  useParams,
} from './index.js'

/** What the LCD was asked since. */
const asked = ({ lcd }: App, since = 0) =>
  lcd.requests
    .slice(since)
    .map(({ query }) => query)
    .sort()

test('an execution: the flow, its history and the lists that hold it are asked again, and nothing else', async () => {
  const app = createApp()
  const { result } = renderComposable(
    () => ({
      updates: useFlowUpdates(),
      flow: useFlow({ id: 1 }),
      history: useFlowHistory({ id: 1 }),
      pages: useInfiniteFlowHistory({ id: 1, limit: 2, reverse: true }),
      flows: useFlows({ limit: 3 }),
      others: [useFlow({ id: 2 }), useFlowHistory({ id: 2 }), useFlows({ limit: 3, reverse: true }), useParams()],
    }),
    app,
  )
  await connected(() => result.updates.state)
  await waitFor(() => expect(result.others.every(({ isSuccess }) => isSuccess)).toBe(true))
  expect(result.history.data?.history).toHaveLength(5)
  await settled(app)

  const before = app.lcd.requests.length
  app.lcd.execute(1)
  await waitFor(() => expect(result.history.data?.history).toHaveLength(6))
  await settled(app)
  expect(result.pages.data?.pages[0]?.history[0]).toEqual(result.history.data?.history[5])
  expect(result.flow.data?.execTime).toBe(app.lcd.flow(1)?.execTime)
  expect(asked(app, before)).toEqual(['flow', 'flowHistory', 'flowHistory', 'flows'])
})

test('a new flow: the lists of its owner and the list of all', async () => {
  const app = createApp()
  const { result } = renderComposable(
    () => ({
      updates: useFlowUpdates(),
      flows: useFlows(),
      own: useFlowsForOwner({ owner }),
      flow: useFlow({ id: 1 }),
    }),
    app,
  )
  await connected(() => result.updates.state)
  await waitFor(() => expect(result.own.data?.flows).toHaveLength(6))
  await settled(app)

  const before = app.lcd.requests.length
  app.lcd.addFlow({ owner, label: 'New' })
  await waitFor(() => expect(result.own.data?.flows[6]?.label).toBe('New'))
  await settled(app)
  expect(result.flows.data?.flows[6]?.label).toBe('New')
  expect(asked(app, before)).toEqual(['flows', 'flowsForOwner'])
})

test('a connection that breaks: says so and why, comes back, and what was missed is there', async () => {
  const app = createApp()
  const { result } = renderComposable(() => ({ updates: useFlowUpdates(), flow: useFlow({ id: 1 }) }), app)
  await connected(() => result.updates.state)
  await waitFor(() => expect(result.flow.isSuccess).toBe(true))

  app.lcd.cut()
  await waitFor(() => expect(result.updates.state).toBe('reconnecting'))
  expect(isFlowQueryError(result.updates.error, 'network')).toBe(true)
  app.lcd.updateFlow(1, { label: 'Changed in between' })
  await connected(() => result.updates.state)
  expect(result.updates.error).toBeNull()
  await waitFor(() => expect(result.flow.data?.label).toBe('Changed in between'))
})

test('any number of uses is one connection, which the last one closes', async () => {
  const app = createApp()
  const first = renderComposable(() => ({ one: useFlowUpdates(), other: useFlowUpdates() }), app)
  const second = renderComposable(() => ({ updates: useFlowUpdates() }), app)
  await connected(() => second.result.updates.state)
  expect([first.result.one.state, first.result.other.state]).toEqual(['connected', 'connected'])
  expect(app.lcd.sockets).toBe(1)

  first.unmount()
  expect(app.lcd.sockets).toBe(1)
  second.unmount()
  await waitFor(() => expect(app.lcd.sockets).toBe(0))
})

test('a client that a ref made reactive is the same one: what is touched is asked again once', async () => {
  const app = createApp()
  const { result } = renderComposable(
    () => ({
      updates: useFlowUpdates(),
      same: useFlowUpdates(ref({ client: app.client })),
      flow: useFlow({ id: 1 }),
    }),
    app,
  )
  await connected(() => result.same.state)
  await waitFor(() => expect(result.flow.isSuccess).toBe(true))
  await settled(app)

  const before = app.lcd.requests.length
  app.lcd.updateFlow(1, { label: 'Changed' })
  await waitFor(() => expect(result.flow.data?.label).toBe('Changed'))
  await settled(app)
  expect(asked(app, before)).toEqual(['flow'])
})

test('without an RPC: polls where it may, and says so', async () => {
  const app = createApp({ rpc: undefined })
  const fallbackInterval = ref<number>()
  const { result, unmount } = renderComposable(
    () => ({ updates: useFlowUpdates({ fallbackInterval }), flow: useFlow({ id: 1 }) }),
    app,
  )
  await waitFor(() => expect(result.flow.isSuccess).toBe(true))
  expect(result.updates).toEqual({ state: 'stopped', error: null })
  app.lcd.updateFlow(1, { label: 'Changed' })
  fallbackInterval.value = 20
  await waitFor(() => expect(result.flow.data?.label).toBe('Changed'))
  expect(result.updates).toEqual({ state: 'polling', error: null })
  unmount()
  await settled(app)
})

test.each<[string, (app: App) => { options: Parameters<typeof useFlowUpdates>[0]; use: (app: App) => void }]>([
  [
    'a ref',
    ({ client }) => {
      const options = shallowRef<FlowUpdatesOptions>({ client })
      return {
        options,
        use: ({ client }) => {
          options.value = { client }
        },
      }
    },
  ],
  [
    'a ref that makes it reactive',
    ({ client }) => {
      const options = ref<FlowUpdatesOptions>({ client })
      return {
        options,
        use: ({ client }) => {
          options.value = { client }
        },
      }
    },
  ],
  [
    'a getter',
    ({ client }) => {
      const given = shallowRef(client)
      return {
        options: () => ({ client: given.value }),
        use: ({ client }) => {
          given.value = client
        },
      }
    },
  ],
  [
    'an object that holds a ref',
    app => {
      const client = shallowRef(app.client)
      return {
        options: { client },
        use: app => {
          client.value = app.client
        },
      }
    },
  ],
])('`client` in the options goes before the context, and may change, in %s', async (_, create) => {
  const app = createApp()
  const other = createApp({ chain: 'other-1' })
  const { options, use } = create(other)
  const { result } = renderComposable(() => ({ updates: useFlowUpdates(options) }), app)
  await connected(() => result.updates.state)
  expect([app.lcd.sockets, other.lcd.sockets]).toEqual([0, 1])
  use(app)
  await waitFor(() => expect([app.lcd.sockets, other.lcd.sockets]).toEqual([1, 0]))
  await connected(() => result.updates.state)
})

test('the same options in another object, and another interval, leave the connection as it is', async () => {
  const app = createApp()
  const options = shallowRef({ client: app.client, fallbackInterval: 60_000 })
  const { result } = renderComposable(() => ({ updates: useFlowUpdates(() => ({ ...options.value })) }), app)
  await connected(() => result.updates.state)
  for (const fallbackInterval of [60_000, 30_000]) {
    options.value = { client: app.client, fallbackInterval }
    await nextTick()
  }
  await settled(app)
  expect(result.updates.state).toBe('connected')
  expect(app.connections).toHaveLength(1)
})

test('a page that comes after another goes on with its connection', async () => {
  const app = createApp()
  const page = ref(1)
  render(() => h('main', [h('h1', page.value), h(Status, { key: page.value })]), app)
  expect(await screen.findByText('connected')).toBeDefined()
  page.value = 2
  expect(await screen.findByText('2')).toBeDefined()
  expect(await screen.findByText('connected')).toBeDefined()
  expect(app.connections).toHaveLength(1)
})

test('on a server nothing is started', async () => {
  const app = createApp()
  expect(await renderToString(live(app, Status))).toBe('<p>stopped</p>')
  expect(app.connections).toEqual([])
})

test('kept alive it goes on, until what keeps it is gone', async () => {
  const app = createApp()
  const { rerender, unmount } = render(
    defineComponent((props: { shown: boolean }) => () => h(KeepAlive, () => (props.shown ? h(Status) : null)), {
      props: ['shown'],
    }),
    { ...app, props: { shown: true } },
  )
  expect(await screen.findByText('connected')).toBeDefined()
  await rerender({ shown: false })
  expect(screen.queryByText('connected')).toBeNull()
  await rerender({ shown: true })
  expect(screen.getByText('connected')).toBeDefined()
  expect(app.connections).toHaveLength(1)
  unmount()
  await waitFor(() => expect(app.lcd.sockets).toBe(0))
})

test('outside a component: until the effect scope is stopped', async () => {
  const { lcd, global } = createApp()
  const app = createVueApp({ render: () => null })
  for (const [plugin, options] of global.plugins) app.use(plugin, options)
  const scope = effectScope()
  const updates = app.runWithContext(() => scope.run(() => useFlowUpdates()))
  await connected(() => updates?.value.state)
  expect(lcd.sockets).toBe(1)
  scope.stop()
  await waitFor(() => expect(lcd.sockets).toBe(0))
})

const Status = defineComponent(() => {
  const updates = useFlowUpdates({ fallbackInterval: 60_000 })
  return () => h('p', updates.value.state)
})

const connected = (state: () => string | undefined) => waitFor(() => expect(state()).toBe('connected'))

/** Nothing is asked any more. */
const settled = ({ queryClient }: App) => waitFor(() => expect(queryClient.isFetching()).toBe(0))

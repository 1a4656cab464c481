import { VueQueryPlugin } from '@tanstack/vue-query'
import { render, screen, waitFor } from '@testing-library/vue'
import { describe, expect, test } from 'vitest'
import { createApp as createVueApp, defineComponent, effectScope, h, nextTick, reactive, shallowRef } from 'vue'
import { type App, createApp, observers, renderComposable } from '../test/app.js'
import { FlowQueryPlugin, useFlow, useFlowClient, useFlowUpdates, useInfiniteFlows, useParams } from './index.js'

const Label = defineComponent(
  (props: { id: number }) => {
    const { data } = useFlow({ id: () => props.id })
    return () => h('p', data.value?.label)
  },
  { props: ['id'] },
)

/** An app with a cache, and without our plugin. */
const withoutPlugin = ({ queryClient }: App): Pick<App, 'global'> => ({
  global: { plugins: [[VueQueryPlugin, { queryClient }]] },
})

test('useFlowClient: the client of the plugin', () => {
  const app = createApp()
  const { result } = renderComposable(() => ({ found: useFlowClient(), given: useFlowClient(app.client) }), app)

  expect(result.found.chain).toBe('intento-1')
  expect(result).toEqual({ found: app.client, given: app.client })
})

test('without the plugin the error names it, and what to add', () => {
  const app = withoutPlugin(createApp())

  expect(() => renderComposable(() => useFlow({ id: 1 }), app)).toThrow(
    /No FlowQueryPlugin.*app\.use\(FlowQueryPlugin, \{ client: .+ \}\)/,
  )
})

test.each([
  ['useFlow', () => useFlow({ id: null })],
  ['useInfiniteFlows', () => useInfiniteFlows()],
  ['useParams', () => useParams()],
  ['useFlowUpdates', () => useFlowUpdates()],
  ['useFlowClient', () => useFlowClient()],
])('without the plugin %s throws', (_, useComposable) => {
  const app = withoutPlugin(createApp())

  expect(() => renderComposable(() => ({ returned: useComposable() }), app)).toThrow('No FlowQueryPlugin')
})

test('`client` in the options goes before the plugin', async () => {
  const app = createApp({ flows: [{ label: 'Of the plugin' }] })
  const other = createApp({ flows: [{ label: 'Of another chain' }], chain: 'other-1' })
  const { result } = renderComposable(() => [useFlow({ id: 1 }), useFlow({ id: 1 }, { client: other.client })], app)

  await waitFor(() => expect(result.map(({ data }) => data?.label)).toEqual(['Of the plugin', 'Of another chain']))
  expect(app.lcd.requests).toHaveLength(1)
  expect(other.lcd.requests).toHaveLength(1)
})

test('`client` in the options needs no plugin', async () => {
  const app = createApp()
  const { client } = app
  const { result } = renderComposable(
    () => ({ flow: useFlow({ id: 1 }, { client }), flows: useInfiniteFlows({}, () => ({ client: () => client })) }),
    withoutPlugin(app),
  )

  await waitFor(() => expect([result.flow.data?.id, result.flows.data?.pages.length]).toEqual(['1', 1]))
})

test('another client in a ref of the options is another chain, and none is the one of the plugin', async () => {
  const app = createApp({ flows: [{ label: 'Of the plugin' }] })
  const other = createApp({ flows: [{ label: 'Of another chain' }], chain: 'other-1' })
  const client = shallowRef<App['client'] | undefined>(other.client)
  const { result } = renderComposable(() => useFlow({ id: 1 }, { client }), app)
  await waitFor(() => expect(result.data?.label).toBe('Of another chain'))

  client.value = undefined
  await nextTick()
  expect(result.data).toBeUndefined()
  await waitFor(() => expect(result.data?.label).toBe('Of the plugin'))
})

test('another client in a ref of the plugin is another chain', async () => {
  const one = createApp({ flows: [{ label: 'One' }] })
  const two = createApp({ flows: [{ label: 'Two' }], chain: 'two-1' })
  const client = shallowRef(one.client)
  const { global } = withoutPlugin(one)
  render(Label, { props: { id: 1 }, global: { plugins: [...global.plugins, [FlowQueryPlugin, { client }]] } })
  expect(await screen.findByText('One')).toBeDefined()

  client.value = two.client
  await nextTick()
  expect(screen.queryByText('One')).toBeNull()
  expect(await screen.findByText('Two')).toBeDefined()
})

test('two apps on a page have a client each', async () => {
  const one = createApp({ flows: [{ label: 'One' }] })
  const two = createApp({ flows: [{ label: 'Two' }] })
  render(Label, { ...one, props: { id: 1 } })
  render(Label, { ...two, props: { id: 1 } })

  expect(await screen.findByText('One')).toBeDefined()
  expect(await screen.findByText('Two')).toBeDefined()
})

describe('outside a component', () => {
  /** An app that shows nothing. */
  function vueApp({ global }: Pick<App, 'global'>) {
    const app = createVueApp({ render: () => null })
    for (const [plugin, options] of global.plugins) app.use(plugin, options)
    return app
  }

  test('an effect scope with the context of an app does, until it is stopped', async () => {
    const app = createApp()
    const scope = effectScope()
    const flow = vueApp(app).runWithContext(() => scope.run(() => reactive(useFlow({ id: 1 }))))
    await waitFor(() => expect(flow?.data?.label).toBe('Flow 1'))
    expect(observers(app)).toEqual([1])

    scope.stop()
    expect(observers(app)).toEqual([0])
  })

  test('the client is there too', () => {
    const app = createApp()

    expect(vueApp(app).runWithContext(() => useFlowClient())).toBe(app.client)
  })

  test('without a context the error tells where to call', () => {
    expect(() => useFlowClient()).toThrow('call composables in setup() or app.runWithContext()')
    expect(() => useFlow({ id: 1 })).toThrow()
  })
})

import { type App, type Framework, type Hooks, notifying, type Row, type Scene } from '@flow-query/contract'
import type { FlowClient } from '@flow-query/core'
import { QueryClient, VueQueryPlugin } from '@tanstack/vue-query'
import { render, waitFor } from '@testing-library/vue'
import { computed, createSSRApp, defineComponent, h, nextTick, type Plugin, reactive, shallowRef } from 'vue'
import * as collection from '../src/collection/index.js'
import * as binding from '../src/index.js'
import * as insights from '../src/insights/index.js'
import * as live from '../src/live/index.js'

const { FlowQueryPlugin, ...composables } = { ...binding, ...collection, ...insights, ...live }
const { useFlowClient, useLiveFlows, useWatchFlows } = composables

/** Converts the getter of a scenario to another form that composables accept, such as a ref. */
export type Form = <Given>(get: () => Given) => () => Given

/** Returns the composables for scenarios, which read results without `.value`. */
export const hooksWith = (argumentForm: Form = get => get, optionForm: Form = get => get): Hooks =>
  ({
    ...Object.fromEntries(
      Object.entries(composables)
        .filter(([name]) => name.startsWith('use'))
        .map(([name, useQuery]) => [
          name,
          (args?: () => object, options?: () => object) =>
            reactive(
              Reflect.apply(useQuery as () => unknown, null, [
                args && argumentForm(args),
                options && optionForm(() => forVue(options())),
              ]),
            ),
        ]),
    ),
    useFlowClient: client => useFlowClient(client?.()),
    useLiveFlows: options => {
      const status = useLiveFlows(options && optionForm(options))
      return reactive({ state: computed(() => status.value.state), error: computed(() => status.value.error) })
    },
    useWatchFlows: options => useWatchFlows(optionForm(options)),
  }) as Hooks

/** Vue Query calls an `enabled` getter without the query. To receive the query, the getter must return a function. */
function forVue(options: { enabled?: unknown }) {
  const { enabled } = options
  return typeof enabled === 'function' ? { ...options, enabled: () => enabled } : options
}

export const framework: Framework = {
  QueryClient,
  hooks: hooksWith(),
  noClient: /No FlowQueryPlugin.*app\.use\(FlowQueryPlugin, \{ client \}\)/,
  mount(app, scene) {
    const { component, plugins, mounted } = host(app, scene)
    return mounted(render(component, { global: { plugins } }))
  },
  hydrate(app, scene, container) {
    const { page, mounted } = host(app, scene)
    const live = page()
    live.mount(container)
    return mounted(live)
  },
  mountRows(app, use, onRender) {
    const Item = defineComponent(
      (props: { row: Row }) => () => {
        onRender(props.row.id)
        return h('li', props.row.label)
      },
      { props: ['row'] },
    )
    const list = defineComponent(() => {
      const rows = use()
      return () => rows().map(row => h(Item, { key: row.id, row }))
    })
    render(list, { global: globalOf(app) })
  },
  async act(work) {
    await notifying(work)
    await nextTick()
  },
  waitFor: expectation => waitFor(expectation),
}

/** Creates a component and an app from a scene. */
export function host<Result, Props>(app: App, { use, show, props, client = app.client }: Scene<Result, Props>) {
  // Scenes without props never read them.
  const given = shallowRef(props as Props)
  const provided = shallowRef(client)
  let seen: { result: Result } | undefined
  const component = defineComponent({
    setup() {
      seen = { result: use(() => given.value) }
    },
    render: () => h('p', seen && show?.(seen.result)),
  })
  const { plugins } = globalOf({ queryClient: app.queryClient, client: client && (() => provided.value ?? client) })
  const page = () => {
    const vueApp = createSSRApp(component)
    for (const [plugin, options] of plugins) vueApp.use(plugin, options)
    return vueApp
  }
  const mounted = ({ unmount }: { unmount: () => void }) => ({
    get result() {
      if (!seen) throw new Error('Nothing was mounted')
      return seen.result
    },
    async give(next: Props) {
      given.value = next
      await nextTick()
    },
    async provide(next: FlowClient) {
      provided.value = next
      await nextTick()
    },
    unmount,
  })
  return { component, plugins, page, mounted }
}

/** Returns the plugins for `render` and `createSSRApp`. */
export function globalOf(app: { queryClient: unknown; client: FlowClient | (() => FlowClient) | null }) {
  const plugins: [Plugin, unknown][] = [[VueQueryPlugin, { queryClient: app.queryClient }]]
  if (app.client) plugins.push([FlowQueryPlugin, { client: app.client }])
  return { plugins }
}

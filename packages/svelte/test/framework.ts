import { type App, type Framework, type Hooks, notifying, type Scene } from '@flow-query/contract'
import type { FlowClient } from '@flow-query/core'
import { QueryClient } from '@tanstack/svelte-query'
import { act, render, waitFor } from '@testing-library/svelte'
import { flushSync, hydrate, unmount } from 'svelte'
import * as collection from '../src/collection/index.js'
import type { Given } from '../src/index.js'
import * as binding from '../src/index.js'
import * as insights from '../src/insights/index.js'
import * as live from '../src/live/index.js'
import Host from './Host.svelte'
import Providers from './Providers.svelte'
import Rows from './Rows.svelte'

/** Converts the getter of a scenario to another form that hooks accept, such as a store. */
export type Form = <Value extends object>(get: () => Value) => Given<Value>

/** Returns the hooks for scenarios. */
export const hooksWith = (form: Form = get => get): Hooks =>
  ({
    ...Object.fromEntries(
      Object.entries({ ...binding, ...collection, ...insights, ...live })
        .filter(([name]) => name.startsWith('use'))
        .map(([name, useStore]) => [
          name,
          (...given: (() => object)[]) =>
            Reflect.apply(
              useStore as () => unknown,
              null,
              given.map(get => form(get)),
            ),
        ]),
    ),
    useFlowClient: client => binding.useFlowClient(client?.()),
  }) as Hooks

export const framework: Framework = {
  QueryClient,
  hooks: hooksWith(),
  noClient: /No setFlowClient.*setFlowClient\(client\)/,
  mount(app, scene) {
    const { props, result } = host(app, scene)
    const page = render(Host, props)
    return {
      get result() {
        return result()
      },
      give: given => page.rerender({ given }),
      provide: client => page.rerender({ client }),
      unmount: page.unmount,
    }
  },
  hydrate(app, scene, container) {
    const page = hydrate(Host, { target: container, props: host(app, scene).props, recover: false })
    flushSync()
    return { unmount: () => void unmount(page) }
  },
  mountRows(app, use, onRender) {
    render(Rows, { use, onRender }, wrapperOf(app))
  },
  act: work => act(() => notifying(work)),
  waitFor: expectation => waitFor(expectation),
}

/** Returns the props of `Host` for a scene, and a function that returns the scene's result. */
export function host<Result, Props>(app: App, { use, show, props, client = app.client }: Scene<Result, Props>) {
  let seen: { result: Result } | undefined
  return {
    props: {
      client,
      queryClient: app.queryClient,
      given: props as unknown,
      use: (given: () => unknown) => {
        // Scenes without props never read them.
        const result = use(given as () => Props)
        seen = { result }
        return () => show?.(result)
      },
    },
    result() {
      if (!seen) throw new Error('Nothing was mounted')
      return seen.result
    },
  }
}

interface Wrapper {
  wrapper: typeof Providers
  wrapperProps: { client: FlowClient; queryClient: QueryClient }
}

/** Returns the wrapper options for `render`. */
export const wrapperOf = ({ client, queryClient }: { client: FlowClient; queryClient: QueryClient }): Wrapper => ({
  wrapper: Providers,
  wrapperProps: { client, queryClient },
})

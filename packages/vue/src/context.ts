import type { FlowClient } from '@flow-query/core'
import { type App, hasInjectionContext, type InjectionKey, inject, type MaybeRefOrGetter, toValue } from 'vue'

const flowClientKey: InjectionKey<MaybeRefOrGetter<FlowClient>> = Symbol('flow-query')

/** Makes a client known to the composables of an app. Goes with TanStack's `VueQueryPlugin`. */
export const FlowQueryPlugin = {
  install(app: App, { client }: { client: MaybeRefOrGetter<FlowClient> }) {
    app.provide(flowClientKey, client)
  },
}

/**
 * The client of the {@link FlowQueryPlugin}, unless one is given.
 *
 * @throws {Error} without either, saying what to add
 */
export function useFlowClient(client?: FlowClient | undefined): FlowClient {
  return injectFlowClient()(client)
}

/** As {@link useFlowClient}, in two steps: Vue injects in `setup()` alone, while a client in a ref may change later. */
export function injectFlowClient(): (client: FlowClient | undefined) => FlowClient {
  const provided = hasInjectionContext() ? inject(flowClientKey, undefined) : undefined
  return client => {
    const found = client ?? toValue(provided)
    if (!found) {
      throw new Error(
        'No FlowQueryPlugin in this app: make a client with createFlowClient({ lcd }), add app.use(FlowQueryPlugin, { client }), and call composables in setup() or app.runWithContext()',
      )
    }
    return found
  }
}

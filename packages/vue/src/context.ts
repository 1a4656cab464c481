import type { FlowClient } from '@flow-query/core'
import { type App, hasInjectionContext, type InjectionKey, inject, type MaybeRefOrGetter, toValue } from 'vue'

const flowClientKey: InjectionKey<MaybeRefOrGetter<FlowClient>> = Symbol('flow-query')

/** Provides a client to the composables of an app. The app also needs TanStack Query's `VueQueryPlugin`. */
export const FlowQueryPlugin = {
  install(app: App, { client }: { client: MaybeRefOrGetter<FlowClient> }) {
    app.provide(flowClientKey, client)
  },
}

/**
 * Returns `client` if it is set, and otherwise the client of the {@link FlowQueryPlugin}.
 *
 * @throws {Error} if `client` is not set and the app has no plugin
 */
export function useFlowClient(client?: FlowClient | undefined): FlowClient {
  return injectFlowClient()(client)
}

/**
 * Injects the client of the plugin, and returns a function like {@link useFlowClient} that can be called later.
 *
 * Vue can only inject during `setup`, but a client in a ref can change afterwards.
 */
export function injectFlowClient(): (client: FlowClient | undefined) => FlowClient {
  const provided = hasInjectionContext() ? inject(flowClientKey, undefined) : undefined
  return client => {
    const found = client ?? toValue(provided)
    if (!found) {
      throw new Error(
        'No FlowQueryPlugin in this app. Create a client with createFlowClient({ lcd }) and add app.use(FlowQueryPlugin, { client }). Call composables in setup() or app.runWithContext().',
      )
    }
    return found
  }
}

import { type App, type AppOptions, createApp as createAppWith } from '@flow-query/contract'
import { QueryClient } from '@tanstack/vue-query'
import { type Component, createSSRApp, type App as VueApp } from 'vue'
import { globalOf } from './framework.js'

/** Creates an app, and the plugins to pass to `render`. */
export function createApp(options?: AppOptions): App & { global: ReturnType<typeof globalOf> } {
  const app = createAppWith(QueryClient, options)
  return { ...app, global: globalOf(app) }
}

/** Creates a Vue app for server rendering or hydration. */
export function vueApp({ global }: Pick<ReturnType<typeof createApp>, 'global'>, component: Component): VueApp {
  const app = createSSRApp(component)
  for (const [plugin, options] of global.plugins) app.use(plugin, options)
  return app
}

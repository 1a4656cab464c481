import { fresh, prerender, type ServerFramework } from '@flow-query/contract'
import { dehydrate, QueryClient } from '@tanstack/vue-query'
import type { TestProject } from 'vitest/node'
import { defineComponent, h, onServerPrefetch, Suspense } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { useFlow } from '../src/index.js'
import { createApp, vueApp } from './app.js'
import { framework, host } from './framework.js'

declare module 'vitest' {
  interface ProvidedContext {
    waited: Record<keyof typeof waiting, { html: string; state: string }>
  }
}

export const server: ServerFramework = {
  QueryClient,
  noClient: framework.noClient,
  hooks: framework.hooks,
  renderToString: (app, scene) => renderToString(host(app, scene).page()),
}

const Suspended = defineComponent({
  async setup() {
    const { data, suspense } = useFlow({ id: 1 })
    await suspense()
    return () => h('p', data.value?.label)
  },
})

/** Pages that wait for their query. `awaited` waits on the server, and `suspended` also waits in the browser. */
export const waiting = {
  awaited: defineComponent(() => {
    const { data, suspense } = useFlow({ id: 1 })
    onServerPrefetch(suspense)
    return () => h('p', data.value?.label)
  }),
  suspended: defineComponent(() => () => h(Suspense, null, { default: () => h(Suspended) })),
}

/** Renders pages in Node, so that tests in jsdom or a browser can hydrate them. */
export default async function render(project: TestProject) {
  await prerender(server)(project)
  const rendered = async (name: keyof typeof waiting) => {
    const app = createApp({ queries: fresh })
    const html = await renderToString(vueApp(app, waiting[name]))
    return { html, state: JSON.stringify(dehydrate(app.queryClient)) }
  }
  project.provide('waited', { awaited: await rendered('awaited'), suspended: await rendered('suspended') })
}

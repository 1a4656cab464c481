import { FlowQueryPlugin } from '@flow-query/vue'
import { useLiveFlows } from '@flow-query/vue/live'
import { QueryClient, VueQueryPlugin } from '@tanstack/vue-query'
import { type Component, createApp, h } from 'vue'
import type { Run } from './run'

export const run: Run = ({ modules, given, client, element }) => {
  const components = modules.map(module => module.default as Component)
  const app = createApp({
    setup: () => void useLiveFlows(),
    render: () => components.map(component => h(component, given)),
  })
  app.use(VueQueryPlugin, { queryClient: new QueryClient() }).use(FlowQueryPlugin, { client }).mount(element)
  return () => app.unmount()
}

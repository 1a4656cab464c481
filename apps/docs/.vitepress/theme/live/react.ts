import { FlowQueryProvider } from '@flow-query/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { Given, Run } from './run'

export const run: Run = ({ modules, given, client, element }) => {
  const root = createRoot(element)
  const components = modules.flatMap(module => Object.values(module) as ComponentType<Given>[])
  root.render(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(FlowQueryProvider, { client }, ...components.map(component => createElement(component, given))),
    ),
  )
  return () => root.unmount()
}

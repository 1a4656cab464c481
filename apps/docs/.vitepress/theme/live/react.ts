import { FlowQueryProvider } from '@flow-query/react'
import { useLiveFlows } from '@flow-query/react/live'
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
      createElement(
        FlowQueryProvider,
        { client },
        createElement(Live),
        ...components.map(component => createElement(component, given)),
      ),
    ),
  )
  return () => root.unmount()
}

/** Updates the examples after events, as an app does near its root. */
function Live() {
  useLiveFlows()
  return null
}

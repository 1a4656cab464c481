import {
  type App,
  type Framework,
  type Hooks,
  type Mounted,
  notifying,
  type Row,
  type Scene,
} from '@flow-query/contract'
import type { FlowClient } from '@flow-query/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { memo, type ReactNode } from 'react'
import * as collection from '../src/collection/index.js'
import * as binding from '../src/index.js'
import * as insights from '../src/insights/index.js'
import * as live from '../src/live/index.js'

/** The hooks for scenarios. Scenarios pass getters, which are called on each render. */
export const hooks = Object.fromEntries(
  Object.entries({ ...binding, ...collection, ...insights, ...live })
    .filter(([name]) => /^use/.test(name))
    .map(([name, hook]) => [
      name,
      (...given: (() => unknown)[]) =>
        Reflect.apply(
          hook as () => unknown,
          null,
          given.map(get => get()),
        ),
    ]),
) as unknown as Hooks

export const framework: Framework = {
  QueryClient,
  hooks,
  noClient: /No FlowQueryProvider.*<FlowQueryProvider client=\{client\}>/,
  mount(app, scene) {
    const { page, mounted } = host(app, scene)
    return mounted(render(page()))
  },
  hydrate(app, scene, container) {
    const { page, mounted } = host(app, scene)
    return mounted(render(page(), { container, hydrate: true }))
  },
  mountRows(app, use, onRender) {
    render(<Rows useRows={() => use()()} onRender={onRender} />, { wrapper: wrapperOf(app) })
  },
  act: work => act(() => notifying(work)),
  waitFor: expectation => waitFor(expectation),
}

/** Creates a page with the providers and the component of a scene. */
export function host<Result, Props>(app: App, { use, show, props, client = app.client }: Scene<Result, Props>) {
  // Scenes without props never read them.
  let given = props as Props
  let provided = client
  let seen: { result: Result } | undefined
  const read = () => {
    const result = use(() => given)
    seen = { result }
    return show?.(result)
  }
  const page = () => (
    <Providers queryClient={app.queryClient} client={provided}>
      <Text read={read} />
    </Providers>
  )
  const mounted = (view: { rerender: (page: ReactNode) => void; unmount: () => void }): Mounted<Result, Props> => ({
    get result() {
      if (!seen) throw new Error('Nothing was rendered')
      return seen.result
    },
    async give(next) {
      given = next
      view.rerender(page())
    },
    async provide(next) {
      provided = next
      view.rerender(page())
    },
    unmount: view.unmount,
  })
  return { page, mounted }
}

/** Shows a text. `read` can call hooks. */
function Text({ read }: { read: () => string | undefined }) {
  return <p>{read()}</p>
}

function Rows({ useRows, onRender }: { useRows: () => readonly Row[]; onRender: (id: string) => void }) {
  return useRows().map(row => <Item key={row.id} row={row} onRender={onRender} />)
}

const Item = memo(function Item({ row, onRender }: { row: Row; onRender: (id: string) => void }) {
  onRender(row.id)
  return <li>{row.label}</li>
})

/** Returns a component with the providers, for `render` and `renderHook`. */
export const wrapperOf =
  ({ client, queryClient }: Pick<App, 'client' | 'queryClient'>) =>
  ({ children }: { children: ReactNode }) => (
    <Providers queryClient={queryClient} client={client}>
      {children}
    </Providers>
  )

interface ProvidersProps {
  queryClient: QueryClient
  client: FlowClient | null
  children: ReactNode
}

function Providers({ queryClient, client, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      {client ? <binding.FlowQueryProvider client={client}>{children}</binding.FlowQueryProvider> : children}
    </QueryClientProvider>
  )
}

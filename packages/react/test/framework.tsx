import type { App, Framework, Hooks, Mounted, Row, Scene } from '@flow-query/contract'
import type { FlowClient } from '@flow-query/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { memo, type ReactNode } from 'react'
import * as collection from '../src/collection/index.js'
import * as binding from '../src/index.js'
import * as insights from '../src/insights.js'

/** The hooks as scenarios call them: what their getters say in this render is what React's are given. */
const hooksOf = (kind: RegExp) =>
  Object.fromEntries(
    Object.entries({ ...binding, ...collection, ...insights })
      .filter(([name]) => kind.test(name))
      .map(([name, hook]) => [
        name.replace('Suspense', ''),
        (...given: (() => unknown)[]) =>
          Reflect.apply(
            hook,
            null,
            given.map(get => get()),
          ),
      ]),
  ) as unknown as Hooks

export const hooks = hooksOf(/^use(?!Suspense)/)
/** Those that suspend, by the names of those that don't. */
export const suspenseHooks = hooksOf(/^useSuspense/)

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
  act: work => act(async () => void (await work())),
  waitFor: expectation => waitFor(expectation, { interval: 5 }),
}

/** A scene as a component between the providers. */
export function host<Result, Props>(app: App, { use, show, props, client = app.client }: Scene<Result, Props>) {
  // Scenes without props have none to read.
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

/** Its text is read with hooks. */
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

/** For `render`, and whatever else mounts. */
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

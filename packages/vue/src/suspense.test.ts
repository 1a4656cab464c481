import { everyQuery } from '@flow-query/contract'
import type { Flow } from '@flow-query/core'
import { render, screen, waitFor } from '@testing-library/vue'
import { describe, expect, test } from 'vitest'
import { type Component, defineComponent, h, nextTick, onErrorCaptured, type Ref, ref, Suspense } from 'vue'
import { createApp } from '../test/app.js'
import { framework } from '../test/framework.js'
import { useFlow } from './index.js'

type Text = () => string | number | undefined

/** Creates a component that awaits a query in `setup()`. */
const waiting = (useText: () => Promise<Text>) =>
  defineComponent({
    async setup() {
      const text = await useText()
      return () => h('p', text())
    },
  })

/** Creates a component that shows the label of a flow and throws its error. */
const label = (id: number | Ref<number>, options?: { retry: number; retryDelay: number }) =>
  waiting(async () => {
    const { data, suspense } = useFlow({ id }, { ...options, throwOnError: true })
    await suspense()
    return () => data.value?.label
  })

/** Mounts a component that may suspend or throw, the way an app would. */
function mount(app: ReturnType<typeof createApp>, page: Component) {
  const caught: unknown[] = []
  const boundary = defineComponent(() => {
    const attempt = ref(0)
    onErrorCaptured(error => {
      caught.push(error)
      return false
    })
    return () =>
      h('main', [
        h(Suspense, null, { default: () => h(page, { key: attempt.value }), fallback: () => h('p', 'Loading') }),
        h('button', { onClick: () => attempt.value++ }, 'Try again'),
      ])
  })
  return { caught, ...render(boundary, app) }
}

/** One query of each kind. The contract runs all queries. */
const queries = everyQuery.filter(([name]) => ['useFlow', 'useInfiniteFlows', 'useFlowCollection'].includes(name))

describe('suspense', () => {
  test.each(queries)('%s: shows the fallback, then the data', async (_, useQuery) => {
    const app = createApp()
    const page = waiting(async () => {
      // The result type of scenarios does not include `suspense`.
      const query = useQuery(framework.hooks) as object as { data: unknown; suspense: () => Promise<unknown> }
      await query.suspense()
      return () => (query.data === undefined ? 'None' : 'Here')
    })
    mount(app, page)

    expect(screen.getByText('Loading')).toBeDefined()
    expect(await screen.findByText('Here')).toBeDefined()
    expect(screen.queryByText('Loading')).toBeNull()
    const targets = app.lcd.requests.map(({ target }) => target)
    expect(targets).toEqual([...new Set(targets)])
  })

  test('a new ID does not suspend again', async () => {
    const app = createApp()
    const id = ref(1)
    mount(app, label(id))
    await screen.findByText('Flow 1')

    id.value = 2
    await nextTick()
    expect(screen.queryByText('Flow 1')).toBeNull()
    expect(screen.queryByText('Loading')).toBeNull()
    expect(await screen.findByText('Flow 2')).toBeDefined()
  })

  test('suspense() waits until a missing argument is set', async () => {
    const app = createApp()
    const id = ref<number>()
    const { suspense } = await new Promise<ReturnType<typeof useFlow>>(resolve => {
      mount(app, defineComponent({ setup: () => void resolve(useFlow({ id })), render: () => h('p') }))
    })
    const flow = suspense()
    expect(app.lcd.requests).toEqual([])

    id.value = 2
    expect((await flow).data).toMatchObject({ label: 'Flow 2' })
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('select and client are supported', async () => {
    const app = createApp()
    const { client } = createApp({ flows: [{ label: 'Elsewhere' }] })
    const page = waiting(async () => {
      const { data, suspense } = useFlow({ id: 1 }, { client, select: (flow: Flow) => `${flow.label}: ${flow.id}` })
      await suspense()
      return () => data.value
    })
    mount(app, page)

    expect(await screen.findByText('Elsewhere: 1')).toBeDefined()
    expect(app.lcd.requests).toEqual([])
  })
})

describe('errors', () => {
  test('an error is part of the result', async () => {
    const app = createApp()
    const page = waiting(async () => {
      const { error, suspense } = useFlow({ id: 404 })
      const result = await suspense()
      return () => `${result.error?.kind}, ${error.value?.kind}`
    })
    const { caught } = mount(app, page)

    expect(await screen.findByText('notFound, notFound')).toBeDefined()
    expect(caught).toEqual([])
    expect(app.lcd.requests).toHaveLength(1)
  })

  test('an error goes to the nearest `onErrorCaptured` with `throwOnError`', async () => {
    const app = createApp()
    const { caught } = mount(app, label(404))

    await waitFor(() => expect(caught).not.toEqual([]))
    expect(caught[0]).toMatchObject({ name: 'FlowQueryError', kind: 'notFound' })
  })
})

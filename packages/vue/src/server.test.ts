// @vitest-environment node
import { owner, serverContract } from '@flow-query/contract'
import { flowsForOwnerQueryOptions } from '@flow-query/core/query'
import { prefetchFlowsHealth } from '@flow-query/insights/query'
import { dehydrate } from '@tanstack/vue-query'
import { describe, expect, test } from 'vitest'
import { type Component, defineComponent, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createApp, vueApp } from '../test/app.js'
import { server } from '../test/server.js'
import { useFlowCollection } from './collection/index.js'
import { useFlow, useFlowsForOwner } from './index.js'
import { useFlowsHealth } from './insights/index.js'

serverContract(server)

/** Shows an owner's newest flow. The second query needs the result of the first. */
const Newest = defineComponent({
  async setup() {
    const newest = useFlowsForOwner({ owner, reverse: true, limit: 1 })
    const { data, error, suspense } = useFlow({ id: () => newest.data.value?.flows[0]?.id })
    await newest.suspense()
    await suspense()
    return () => h('p', data.value?.label ?? error.value?.kind)
  },
})

const markup = (app: ReturnType<typeof createApp>, page: Component) => renderToString(vueApp(app, page))

test('a query that was not prefetched is pending and sends a request, but the page does not wait', async () => {
  const app = createApp()
  const Status = defineComponent(() => {
    const { status } = useFlow({ id: 2 })
    return () => h('p', status.value)
  })

  expect(await markup(app, Status)).toBe('<p>pending</p>')
  expect(app.lcd.requests).toHaveLength(1)
})

describe('awaited queries', () => {
  test('useFlowsHealth can be called before the flows are awaited', async () => {
    const app = createApp()
    const Health = defineComponent({
      async setup() {
        const mine = useFlowCollection({ owner })
        const { data, isPending } = useFlowsHealth({ flows: () => mine.data.value?.flows })
        await mine.suspense()
        await prefetchFlowsHealth(app.queryClient, app.client, { flows: mine.data.value?.flows })
        return () => h('p', `${data.value.length} ${isPending.value}`)
      },
    })
    expect(await markup(app, Health)).toBe('<p>6 false</p>')
  })

  test('waits for queries that depend on each other', async () => {
    const app = createApp()

    expect(await markup(app, Newest)).toBe('<p>Flow 6</p>')
    expect(app.lcd.requests.map(({ query }) => query)).toEqual(['flowsForOwner', 'flow'])
  })

  test('a failed query reports an error on the server and is not sent to the browser', async () => {
    const app = createApp()
    app.lcd.fail({ query: 'flow', refuse: true })

    expect(await markup(app, Newest)).toBe('<p>network</p>')
    expect(dehydrate(app.queryClient).queries.map(({ queryKey }) => queryKey)).toEqual([
      flowsForOwnerQueryOptions(app.client, { owner, reverse: true, limit: 1 }).queryKey,
    ])
  })
})

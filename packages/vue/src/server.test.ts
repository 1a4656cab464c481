// @vitest-environment node
import { meeting, owner, serverContract } from '@flow-query/contract'
import { flowsForOwnerQueryOptions } from '@flow-query/core'
import { dehydrate } from '@tanstack/vue-query'
import { describe, expect, test } from 'vitest'
import { type Component, defineComponent, h, onServerPrefetch } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createApp, vueApp } from '../test/app.js'
import { server } from '../test/server.js'
import { useFlow, useFlowsForOwner } from './index.js'

serverContract(server)

const AwaitedLabel = defineComponent(() => {
  const { data, error, suspense } = useFlow({ id: 1 })
  onServerPrefetch(suspense)
  return () => h('p', data.value?.label ?? error.value?.kind)
})

/** An owner's newest flow: its second query has to wait for the first. */
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

test('what was not prefetched is pending: it is asked for, and the page does not wait', async () => {
  const app = createApp()
  const Status = defineComponent(() => {
    const { status } = useFlow({ id: 2 })
    return () => h('p', status.value)
  })

  expect(await markup(app, Status)).toBe('<p>pending</p>')
  expect(app.lcd.requests).toHaveLength(1)
})

describe('awaited', () => {
  test('queries are waited for, one after the other', async () => {
    const app = createApp()

    expect(await markup(app, Newest)).toBe('<p>Flow 6</p>')
    expect(app.lcd.requests.map(({ query }) => query)).toEqual(['flowsForOwner', 'flow'])
  })

  test('one that fails is left to the browser, and tells the server why', async () => {
    const app = createApp()
    app.lcd.fail({ query: 'flow', refuse: true })

    expect(await markup(app, Newest)).toBe('<p>network</p>')
    expect(dehydrate(app.queryClient).queries.map(({ queryKey }) => queryKey)).toEqual([
      flowsForOwnerQueryOptions(app.client, { owner, reverse: true, limit: 1 }).queryKey,
    ])
  })

  const requests = () => {
    const hold = meeting(2)
    return ['Of one', 'Of two'].map(label => createApp({ flows: [{ label }], hold }))
  }

  test('two requests at once share nothing', async () => {
    const apps = requests()
    expect(await Promise.all(apps.map(app => markup(app, AwaitedLabel)))).toEqual(['<p>Of one</p>', '<p>Of two</p>'])
    expect(apps.map(({ lcd }) => lcd.requests.length)).toEqual([1, 1])
  })

  test('two requests at once share nothing while one fails', async () => {
    const apps = requests()
    apps[0]?.lcd.fail({ refuse: true })
    expect(await Promise.all(apps.map(app => markup(app, AwaitedLabel)))).toEqual(['<p>network</p>', '<p>Of two</p>'])
  })
})

const { equal } = require('node:assert/strict')
const { test } = require('node:test')
const react = require('@flow-query/react')
const { useFlowCollection } = require('@flow-query/react/collection')
const { useFlowsHealth } = require('@flow-query/react/insights')
const { useLiveFlows } = require('@flow-query/react/live')
const { createLcd } = require('@flow-query/testing')
const vue = require('@flow-query/vue')
const { describeFlow } = require('@flow-query/format')
const { QueryClient, QueryClientProvider } = require('@tanstack/react-query')
const { VueQueryPlugin } = require('@tanstack/vue-query')
const { createElement } = require('react')
const { renderToString } = require('react-dom/server')
const { createSSRApp, h, onServerPrefetch } = require('vue')
const renderer = require('vue/server-renderer')

const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
const client = react.createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })

function ReactLabel() {
  const { data: flow } = react.useFlow({ id: 1 })
  const { data: all } = useFlowCollection()
  const { data: health } = useFlowsHealth({ flows: all?.flows })
  return createElement('p', null, `${flow?.label} ${useLiveFlows().state} ${health.length}`)
}

test('React renders on a server that uses require', async () => {
  const queryClient = new QueryClient()
  await queryClient.query(react.flowQueryOptions(client, { id: 1 }))
  const label = createElement(react.FlowQueryProvider, { client }, createElement(ReactLabel))
  const html = renderToString(createElement(QueryClientProvider, { client: queryClient }, label))
  equal(html, '<p>Pay rent stopped 0</p>')
})

const VueLabel = {
  setup() {
    const { data, suspense } = vue.useFlow({ id: 1 })
    onServerPrefetch(suspense)
    return () => h('p', data.value?.label)
  },
}

test('Vue renders on a server that uses require', async () => {
  const app = createSSRApp(VueLabel).use(VueQueryPlugin).use(vue.FlowQueryPlugin, { client })
  equal(await renderer.renderToString(app), '<p>Pay rent</p>')
})

test('require and import load the same copy of core', async () => {
  const imported = await import('@flow-query/react')
  equal(imported.FlowQueryError, react.FlowQueryError)
  equal(vue.FlowQueryError, react.FlowQueryError)
  equal(typeof describeFlow(await client.flow({ id: 1 })), 'string')
})

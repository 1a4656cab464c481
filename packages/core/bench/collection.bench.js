import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { createFlowClient, scanFlows } from '../dist/index.js'
import { replaceFlows } from '../dist/live/rows.js'
import { flowCollectionQueryOptions } from '../dist/query/index.js'
import { median } from './measure.js'

// Measures reading, storing and patching a collection of 65,000 flows.

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

const node = fork(new URL('lcd.js', import.meta.url))
const [{ near, far }] = await once(node, 'message')
const client = createFlowClient({ lcd: near })

// The first read also loads code and opens connections, so it isn't measured.
for await (const _ of scanFlows(client));
const queryClient = new QueryClient()
const options = flowCollectionQueryOptions(client)

const scanned = await secondsOf(async () => {
  for await (const _ of scanFlows(client));
})
collect()
const before = process.memoryUsage().heapUsed
const read = await secondsOf(() => queryClient.query(options))
collect()
const heap = (process.memoryUsage().heapUsed - before) / 1e6
const readAgain = await secondsOf(() => queryClient.query({ ...options, staleTime: 0 }))

const cached = queryClient.getQueryCache().find({ queryKey: options.queryKey })
const query = { cached, name: 'flowCollection', args: {} }
const patches = Array.from({ length: 200 }, (_, round) => {
  const flow = cached.state.data.flows[round * 300]
  const fresh = new Map([[flow.id, { ...structuredClone(flow), execTime: new Date().toISOString() }]])
  const began = performance.now()
  queryClient.setQueryData(options.queryKey, replaceFlows(query, fresh))
  return performance.now() - began
})
const first = await secondsToFirst(createFlowClient({ lcd: far }))
node.disconnect()

console.table([
  { what: 'heap, MB more', result: heap.toFixed(0), wanted: 'at most 90' },
  { what: 'a patch of one flow, ms (median)', result: median(patches).toFixed(2), wanted: 'at most 2' },
  { what: 'reading over scanFlows alone', result: (read / scanned).toFixed(2), wanted: '' },
  { what: 'reading again over scanFlows alone', result: (readAgain / scanned).toFixed(2), wanted: '' },
  { what: 'first rows at 150 ms, round trips', result: (first / 0.15).toFixed(2), wanted: 'about 1' },
])

async function secondsOf(work) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

function secondsToFirst(client) {
  const began = performance.now()
  return new Promise(resolve => {
    const observer = new QueryObserver(new QueryClient(), flowCollectionQueryOptions(client))
    const leave = observer.subscribe(({ data }) => {
      if (!data) return
      leave()
      resolve((performance.now() - began) / 1_000)
    })
  })
}

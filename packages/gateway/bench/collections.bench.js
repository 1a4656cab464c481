import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { createFlowClient } from '@flow-query/core'
import { mirrorFlows } from '@flow-query/core/mirror'
import { decodeSnapshotBlock } from '@flow-query/core/parts/collection'
import { scanFlows } from '@flow-query/core/scan'
import { start } from '../../../tests/setup/child.js'

// Measures collections of a big chain: bytes on the wire, and the time of a page with and without the gateway. The flows differ from
// each other as on a real chain. The node and the gateway run in separate processes.

const count = Number(process.argv[2] ?? 65_000)
const node = await start(import.meta.resolve('./node.js'), { flows: count, made: true })
const gateway = await start(import.meta.resolve('./gateway.js'), { lcd: node.url, rpc: node.url, requestsPerMinute: 0 })
const rows = []

const empty = await gateway.call('memory')
const load = await seconds(async () => {
  while ((await read()).status === 503);
})
const first = await read()
report('all flows, MB', first.bytes / 1e6, count === 65_000 ? 6 : undefined)
report('uncompressed, MB', first.text.length / 1e6)
report('the gateway loads and compresses all flows, s', load)
report('memory of the gateway, MB', ((await gateway.call('memory')).used - empty.used) / 1e6)
report('all flows again, s', await seconds(read))

for (const changes of [100, 1_000]) {
  const { height, chainId } = (await read(`?since=${first.header.height}&chain=${first.header.chainId}`)).header
  const waited = await seconds(async () => {
    for (let change = 0; change < changes; change++)
      await node.call('update', 1 + ((change * 617) % count), `Changed ${change}`)
  })
  let update
  const took = await seconds(async () => {
    do update = await read(`?since=${height}&chain=${chainId}`)
    while (idsOf(update).length < changes)
  })
  report(`${changes} changes, kB per 100 flows`, (update.bytes / 1e3 / idsOf(update).length) * 100, 20)
  report(`${changes} changes within ${waited.toFixed(1)} s are complete after, s`, took)
}

const viaGateway = createFlowClient({ lcd: gateway.url })
await viaGateway.params()
const snapshot = await seconds(async () => {
  const mirror = mirrorFlows(viaGateway)
  await mirror.ready
  mirror.close()
})
const pages = await seconds(async () => {
  for await (const _ of scanFlows(createFlowClient({ lcd: node.url })));
})
report('a page downloads and decodes the snapshot, s', snapshot)
report('a page reads all pages of the node, s', pages)
console.table(rows)
await gateway.stop()
await node.stop()
process.exitCode = rows.some(({ result }) => result === '✗') ? 1 : 0

/** Adds a row to the table. Without a budget, the value is only shown. */
function report(measure, value, budget) {
  const result = budget === undefined ? '' : value <= budget ? '✓' : '✗'
  rows.push({ measure, value: Number(value.toFixed(2)), budget: budget === undefined ? '' : `≤ ${budget}`, result })
}

/** Reads a collection as a browser does. `fetch` would not return the number of compressed bytes. */
function read(query = '') {
  return new Promise((resolve, reject) => {
    request(`${gateway.url}/flow-query/collection${query}`, { headers: { 'accept-encoding': 'br' } }, response => {
      const chunks = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        const { statusCode: status } = response
        const text = status === 200 ? String(brotliDecompressSync(body)) : ''
        resolve({ status, bytes: body.length, text, header: text && JSON.parse(text.slice(0, text.indexOf('\n'))) })
      })
    })
      .on('error', reject)
      .end()
  })
}

function idsOf({ header, text }) {
  const blocks = text.trimEnd().split('\n').slice(1)
  return blocks.flatMap(line => decodeSnapshotBlock(header.fields, line).map(({ id }) => id))
}

async function seconds(work) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

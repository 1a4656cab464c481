import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { createFlowClient, scanFlows } from '../dist/index.js'

// Measures the maximum heap growth while all flows are read, in a separate thread so that nothing else uses its heap.

const client = createFlowClient({ lcd: workerData.lcd })
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const megabytes = () => process.memoryUsage().heapUsed / 1e6

/** Measures live objects and garbage after each page. V8 decides when to collect garbage. */
async function used() {
  collect()
  const before = megabytes()
  let most = 0
  const onProgress = () => {
    most = Math.max(most, megabytes() - before)
  }
  for await (const _ of scanFlows(client, { onProgress }));
  return most
}

/** Measures only live objects, every 1,000 flows. At these points, the pages that were fetched ahead are in memory too. */
async function needed() {
  collect()
  const before = megabytes()
  let most = 0
  for await (const { id } of scanFlows(client)) {
    if (Number(id) % 1_000 !== 50) continue
    await new Promise(resolve => setTimeout(resolve, 50))
    collect()
    most = Math.max(most, megabytes() - before)
  }
  return most
}

// The first pages also load code and open connections, so they aren't measured.
for await (const _ of scanFlows(client, { to: 1_000 }));
parentPort?.postMessage({ used: await used(), needed: await needed() })

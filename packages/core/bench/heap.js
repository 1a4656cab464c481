import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { createFlowClient, scanFlows } from '../dist/index.js'

// What reading everything adds to the heap at most, in a thread of its own that nothing else uses the heap of.

const client = createFlowClient({ lcd: workerData.lcd })
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const megabytes = () => process.memoryUsage().heapUsed / 1e6

/** All that lies about, looked at after each page; when to collect is left to V8. */
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

/** What is needed: looked at every 1,000 flows, while the reader rests within a page and those ahead are there. */
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

// The first pages load code and open connections, which stay.
for await (const _ of scanFlows(client, { to: 1_000 }));
parentPort?.postMessage({ used: await used(), needed: await needed() })

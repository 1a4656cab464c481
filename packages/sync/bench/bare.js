// Sends the requests of a complete sync and parses the responses, but does nothing with them.

const [lcd, flows, concurrency] = process.argv.slice(2)
const base = `${lcd}/intento/intent/v1`
const height = (await fetch(`${base}/params`)).headers.get('grpc-metadata-x-cosmos-block-height')
const cursor = id => encodeURIComponent(Buffer.from(id.toString(16).padStart(16, '0'), 'hex').toString('base64'))

function* urls() {
  for (let id = 1; id <= flows; id += 100) yield `${base}/flows?pagination.limit=100&pagination.key=${cursor(id)}`
  for (let id = 1; id <= flows; id++) yield `${base}/flow-history/${id}?pagination.limit=500`
}

const before = process.memoryUsage.rss()
const began = performance.now()
const left = urls()
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    for (const url of left) await (await fetch(url, { headers: { 'x-cosmos-block-height': height } })).json()
  }),
)
const seconds = (performance.now() - began) / 1_000
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
process.send?.({
  seconds,
  processorSeconds: (userCPUTime + systemCPUTime) / 1e6,
  megabytes: (maxRSS * 1_024 - before) / 1e6,
})
process.disconnect()

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { databaseAt } from '../dist/index.js'

// Syncs 6,500 flows with 30,000 executions to all installed databases, and compares the time with that of the bare requests.
// To sync ten times as many, build the package and run `node bench/sync.bench.js 65000`.

const flows = Number(process.argv[2] ?? 6_500)
/** The number of flows for the benchmark with latency. */
const fewer = Math.min(flows, 6_500)
/** Parallel requests. Eight are enough to use a node without latency fully. */
const concurrency = { near: 8, far: 32 }
/** The share of flows that run before the second sync. */
const changed = 0.01

const file = name => new URL(name, import.meta.url)
const servers = await runnerImport(file('../test/servers.ts').pathname)
const { installed, startClickHouse, startPostgres } = servers.module
const folder = mkdtempSync(join(tmpdir(), 'flow-query-bench-'))
const { node, lcd } = await startNode(flows, 0)

const engines = [
  { name: 'DuckDB', start: async () => ({ url: async () => join(folder, 'flows.duckdb'), stop: async () => {} }) },
  { name: 'Postgres', start: installed.postgres && startPostgres },
  { name: 'ClickHouse', start: installed.clickhouse && startClickHouse, scheme: 'clickhouse+' },
]

/** The size of the rows on disk. */
const bytesOf = {
  DuckDB: path => statSync(path).size,
  Postgres: target =>
    sumIn(
      target,
      "SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    ),
  ClickHouse: target =>
    sumIn(
      target,
      'SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active AND database = currentDatabase()',
    ),
}

try {
  const table = []
  for (const { name, start, scheme = '' } of engines) {
    if (!start) {
      console.log(`Skipped: ${name} is not installed.`)
      continue
    }
    const server = await start()
    const target = `${scheme}${await server.url()}`
    const bare = await resultOf('bare.js', lcd, flows, concurrency.near)
    const first = await resultOf('sync-process.js', lcd, target, concurrency.near)
    const bytes = await bytesOf[name](target)
    node.send(changed)
    await once(node, 'message')
    const second = await resultOf('sync-process.js', lcd, target, concurrency.near)
    await server.stop()
    const scan = Math.ceil(flows / 100)
    table.push({
      engine: name,
      'bare, s': rounded(bare.seconds),
      'sync, s': rounded(first.seconds),
      'sync / bare (2)': rounded(first.seconds / bare.seconds),
      'CPU, s': `${rounded(first.processorSeconds)}, bare ${rounded(bare.processorSeconds)}`,
      requests: first.requests,
      'second sync after 1 % ran, s': rounded(second.seconds),
      'its requests without scan (5 %)': `${rounded((100 * (second.requests - scan)) / first.requests)} %`,
      'added memory, MB (150)': `${Math.round(first.megabytes)}, bare ${Math.round(bare.megabytes)}`,
      'total memory, MB': Math.round(first.totalMegabytes),
      'disk per 1,000 runs, kB': rounded(bytes / executionsOf(flows)),
    })
  }
  console.log(`\n${sizeOf(flows)}, ${concurrency.near} parallel requests. Targets are in brackets.`)
  console.table(table)

  const far = await startNode(fewer, 150)
  const bare = await resultOf('bare.js', far.lcd, fewer, concurrency.far)
  const distant = await resultOf('sync-process.js', far.lcd, join(folder, 'far.duckdb'), concurrency.far)
  far.node.disconnect()
  console.log(`${sizeOf(fewer)}, 150 ms latency, ${concurrency.far} parallel requests, DuckDB`)
  console.table([
    {
      'bare, s': rounded(bare.seconds),
      'sync, s': rounded(distant.seconds),
      'sync / bare (2)': rounded(distant.seconds / bare.seconds),
      'added memory, MB (150)': Math.round(distant.megabytes),
    },
  ])
} finally {
  node.disconnect()
  rmSync(folder, { recursive: true })
}

function executionsOf(flows) {
  return Math.round((flows * 300) / 65)
}

function sizeOf(flows) {
  return `${flows} flows with ${executionsOf(flows)} executions`
}

async function startNode(flows, latency) {
  const node = fork(file('lcd.js'), [flows, executionsOf(flows), latency].map(String))
  const [lcd] = await once(node, 'message')
  return { node, lcd }
}

/** Runs a program in a separate process and returns its result. */
async function resultOf(program, ...args) {
  const child = fork(file(program), args.map(String))
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([status]) => {
      throw new Error(`${program} ended with ${status}`)
    }),
  ])
  return result
}

async function sumIn(target, query) {
  const store = await databaseAt(target).open()
  const [{ bytes }] = await store.select(query)
  await store.close()
  return Number(bytes)
}

function rounded(number) {
  return Number(number.toPrecision(3))
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Lcd } from '@flow-query/testing'
import { type ServedLcd, serveLcd } from '@flow-query/testing/serve'
import fc from 'fast-check'
import { expect } from 'vitest'
import { checkSync, databaseAt } from '../src/index.js'
import type { EngineDisk, TestEngine } from './engines.js'
import { chainOf, createTestLcd, expectSame } from './truth.js'

/** A way to interrupt a sync. */
interface Interruption {
  end: (running: Running) => void
  /** The expected error output, unless the sync finishes before. */
  errors: RegExp
}

/** A sync that can be interrupted. */
interface Running {
  child: ChildProcess
  lcd: Lcd
  proxy: Proxy | undefined
  disk: EngineDisk | undefined
  kilobytes: number
}

const failed = /^SyncError: .* could not be (opened|read|written): .*\. .+[.?]\n$/s

const interruptions = {
  'kill -9': { end: ({ child }) => child.kill('SIGKILL'), errors: /^$/ },
  'lost connection to the node': { end: ({ lcd }) => lcd.fail({ cut: true }), errors: /^FlowQueryError: / },
  'lost connection to the database': { end: ({ proxy }) => proxy?.cut(), errors: failed },
  'full disk': { end: ({ disk, kilobytes }) => disk?.fill(kilobytes), errors: failed },
} satisfies Record<string, Interruption>

/** How and when a sync is interrupted. */
interface Point {
  kind: keyof typeof interruptions
  /** The number of the request at which the sync is interrupted. */
  request: number
  /** The delay after that request. */
  milliseconds: number
  /** The free space on a full disk. */
  kilobytes: number
  /** Whether the sync gets a new database. */
  isNew: boolean
  /** How far the chain advances before the next complete sync, in milliseconds. */
  before: number
  /** How far the chain advances after that sync, in milliseconds. */
  after: number
}

const points = fc.record<Point>({
  kind: fc.constantFrom(...(Object.keys(interruptions) as Point['kind'][])),
  request: fc.integer({ min: 1, max: 50 }),
  milliseconds: fc.integer({ min: 0, max: 20 }),
  kilobytes: fc.integer({ min: 0, max: 64 }),
  isNew: fc.boolean(),
  before: fc.integer({ min: 0, max: 40_000 }),
  after: fc.integer({ min: 0, max: 40_000 }),
})

/**
 * Interrupts syncs to new and existing databases at random points, and checks that the next sync makes the database match the
 * node.
 *
 * @throws {Error} with the seed that generates the same points again
 */
export async function expectRecoveryFromInterruptions(
  engine: TestEngine,
  disk: EngineDisk | undefined,
  numRuns: number,
  seed: number,
): Promise<void> {
  const { lcd, clock } = createTestLcd()
  const { newTarget } = disk ?? engine
  let target = await newTarget()
  for (const [index, point] of fc.sample(points, { numRuns, seed }).entries()) {
    if (point.isNew) target = await newTarget()
    try {
      await interrupted(engine, disk, target, lcd, point)
      lcd.recover()
      if (point.kind === 'full disk') await disk?.empty()
      clock.advance(point.before)
      lcd.addFlow({ label: `After ${index}` })
      await syncWhole(target, lcd)
      const database = databaseAt(target)
      await expectSame(database, lcd)
      expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ differences: [] })
    } catch (cause) {
      throw new Error(`FLOW_QUERY_SEED=${seed}, point ${index}: ${JSON.stringify(point)}`, { cause })
    }
    clock.advance(point.after)
  }
}

async function interrupted(
  engine: TestEngine,
  disk: EngineDisk | undefined,
  target: string,
  lcd: Lcd,
  { kind, request, milliseconds, kilobytes }: Point,
): Promise<void> {
  const { end, errors: expected }: Interruption = interruptions[kind]
  const proxy = engine.name === 'DuckDB' ? undefined : await createProxy(target)
  let requests = 0
  let child: ChildProcess | undefined
  const reply: Lcd['reply'] = incoming => {
    requests++
    if (requests === request) setTimeout(() => child && end({ child, lcd, proxy, disk, kilobytes }), milliseconds)
    return lcd.reply(incoming)
  }
  const served = await serveLcd({ ...lcd, reply })
  child = start(proxy?.target ?? target, served)
  const { status, errors } = await ended(child)
  proxy?.cut()
  await served.close()
  if (status !== 0) expect(errors).toMatch(expected)
}

/** @throws {Error} if the sync fails */
async function syncWhole(target: string, lcd: Lcd): Promise<void> {
  const served = await serveLcd(lcd)
  const { status, errors } = await ended(start(target, served))
  await served.close()
  if (status !== 0) throw new Error(`The sync ended with ${status}: ${errors}`)
}

/** Starts a sync with small batches, so that an interruption can happen between many writes. */
function start(target: string, { url }: ServedLcd): ChildProcess {
  const program = fileURLToPath(new URL('process.js', import.meta.url))
  return spawn(process.execPath, [program, target, url, '8'], { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Waits until a sync ends. Returns its exit code, which is null if it was killed, and its error output. */
async function ended(child: ChildProcess): Promise<{ status: number | null; errors: string }> {
  let errors = ''
  child.stderr?.on('data', text => {
    errors += text
  })
  const [status] = await once(child, 'close')
  return { status, errors }
}

/** A proxy in front of a database, whose connections can be cut. */
interface Proxy {
  /** The URL of the database through the proxy. */
  target: string
  cut: () => void
  /** Keeps the connections open, but forwards nothing. */
  hang: () => void
}

export async function createProxy(target: string): Promise<Proxy> {
  const { port, hostname } = new URL(target.replace(/^clickhouse\+/, ''))
  const sockets = new Set<Socket>()
  const server = createServer(incoming => {
    const outgoing = connect(Number(port), hostname)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    target: target.replace(`:${port}/`, `:${address.port}/`),
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    hang() {
      for (const socket of sockets) socket.unpipe()
    },
  }
}

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

/** A way to end a sync before its time. */
interface Interruption {
  end: (running: Running) => void
  /** What the sync says then, if it has not come to its end before. */
  says: RegExp
}

/** A sync that can be ended. */
interface Running {
  child: ChildProcess
  lcd: Lcd
  proxy: Proxy | undefined
  disk: EngineDisk | undefined
  kilobytes: number
}

const failed = /^SyncError: .* could not be (opened|read|written): .*\. .+[.?]\n$/s

const interruptions = {
  'kill -9': { end: ({ child }) => child.kill('SIGKILL'), says: /^$/ },
  'a node that cannot be reached any more': { end: ({ lcd }) => lcd.fail({ cut: true }), says: /^FlowQueryError: / },
  'a database that cannot be reached any more': { end: ({ proxy }) => proxy?.cut(), says: failed },
  'a disk that is full': { end: ({ disk, kilobytes }) => disk?.fill(kilobytes), says: failed },
} satisfies Record<string, Interruption>

/** Where a sync is ended. */
interface Point {
  what: keyof typeof interruptions
  /** The request that it ends after, and how long after it. */
  request: number
  milliseconds: number
  /** Left on a disk that gets full. */
  kilobytes: number
  /** Whether it is the first of its database. */
  isNew: boolean
  /** How long the chain goes on afterwards, before the sync that is to mend it and before the next one that is ended. */
  before: number
  after: number
}

const points = fc.record<Point>({
  what: fc.constantFrom(...(Object.keys(interruptions) as Point['what'][])),
  request: fc.integer({ min: 1, max: 50 }),
  milliseconds: fc.integer({ min: 0, max: 20 }),
  kilobytes: fc.integer({ min: 0, max: 64 }),
  isNew: fc.boolean(),
  before: fc.integer({ min: 0, max: 40_000 }),
  after: fc.integer({ min: 0, max: 40_000 }),
})

/**
 * Ends syncs of a chain that goes on, at random points of it, into a new database or into one that is there. The next one
 * makes the database what the node is.
 *
 * @throws what names the seed that makes the same points again
 */
export async function outlivesInterruptions(
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
      if (point.what === 'a disk that is full') await disk?.empty()
      clock.advance(point.before)
      lcd.addFlow({ label: `After ${index}` })
      await syncWhole(target, lcd)
      const database = databaseAt(target)
      await expectSame(database, lcd)
      expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ differences: [] })
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
  { what, request, milliseconds, kilobytes }: Point,
): Promise<void> {
  const { end, says }: Interruption = interruptions[what]
  const proxy = engine.name === 'DuckDB' ? undefined : await createProxy(target)
  let requests = 0
  let child: ChildProcess | undefined
  const reply: Lcd['reply'] = asked => {
    requests++
    if (requests === request) setTimeout(() => child && end({ child, lcd, proxy, disk, kilobytes }), milliseconds)
    return lcd.reply(asked)
  }
  const served = await serveLcd({ ...lcd, reply })
  child = start(proxy?.target ?? target, served)
  const { status, said } = await ended(child)
  proxy?.cut()
  await served.close()
  if (status !== 0) expect(said).toMatch(says)
}

/** @throws where the sync fails */
async function syncWhole(target: string, lcd: Lcd): Promise<void> {
  const served = await serveLcd(lcd)
  const { status, said } = await ended(start(target, served))
  await served.close()
  if (status !== 0) throw new Error(`The sync ended with ${status}: ${said}`)
}

/** Writes little at a time, so that there is much to be ended between. */
function start(target: string, { url }: ServedLcd): ChildProcess {
  const program = fileURLToPath(new URL('process.js', import.meta.url))
  return spawn(process.execPath, [program, target, url, '8'], { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** How a sync ends: its status, which is null where it was killed, and its errors. */
async function ended(child: ChildProcess): Promise<{ status: number | null; said: string }> {
  let said = ''
  child.stderr?.on('data', text => {
    said += text
  })
  const [status] = await once(child, 'close')
  return { status, said }
}

/** A way to a database that can be cut. */
interface Proxy {
  /** The address of the database on this way. */
  target: string
  cut: () => void
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
  }
}

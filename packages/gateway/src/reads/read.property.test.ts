import { changesFrom, type FlowEvent } from '@flow-query/core/live'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { RawResponse } from '../raw-response.js'
import type { SharedResponses } from '../redis/shared-responses.js'
import { ResponseCache } from './cache.js'
import { Reader, type ReadResponse } from './read.js'
import { createRoutes } from './routes.js'
import type { Answer, Upstream } from './upstream.js'

const ids = ['1', '2']
const targets = [
  '/intento/intent/v1/flow/1',
  '/intento/intent/v1/flow/2',
  '/intento/intent/v1/flow-history/1?pagination.limit=10',
  '/intento/intent/v1/flows?pagination.limit=10',
]
const routeOf = createRoutes('intento')

/** One step of a schedule. `index` selects a pending request of the nodes. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('run' as const), id: fc.constantFrom(...ids) }),
  fc.record({ kind: fc.constant('catchUp' as const), node: fc.nat(1) }),
  fc.record({ kind: fc.constant('event' as const) }),
  fc.record({ kind: fc.constant('read' as const), target: fc.constantFrom(...targets) }),
  fc.record({ kind: fc.constant('execute' as const), index: fc.nat(5) }),
  fc.record({ kind: fc.constant('respond' as const), index: fc.nat(5) }),
  fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.constantFrom(10, 100, 1_500) }),
  fc.record({ kind: fc.constant('answerAll' as const) }),
)

interface Pending {
  target: string
  node: number
  respond: (answer: Answer) => void
  answer: Answer | undefined
}

interface Offer {
  readonly key: string
  readonly raw: RawResponse
  readonly requestedAt: number
}

/** Other instances have received these responses. They offer any of them, even old ones. */
function sharedResponses(offers: readonly Offer[]): SharedResponses {
  let offered = 0
  return {
    async find(key, accept) {
      const own = offers.filter(offer => offer.key === key)
      const offer = own.at(-1 - (offered++ % 3))
      const accepted = offer && accept(offer)
      if (accepted === undefined) return { isLocked: true, share: () => {}, release: () => {} }
      adopted++
      return { accepted }
    },
    close: () => {},
  }
}

let adopted = 0

/** A chain with two nodes that can lag behind, a gateway that reads from them, and the events on their way to it. */
function createModel(reportsHeight: boolean, shares: boolean) {
  let height = 10
  const runs: Record<string, number[]> = { 1: [10], 2: [10] }
  const nodes = [10, 10]
  const events: FlowEvent[] = []
  /** The height of the last event of each flow that the gateway has received. */
  const announced: Record<string, number> = { 1: 0, 2: 0 }
  const pending: Pending[] = []
  const offers: Offer[] = []
  const cache = new ResponseCache(1_000_000)
  const upstream: Upstream = {
    nodes: ['0', '1'],
    hasOther: except => except.size < 2,
    join() {},
    read: ({ target }, { except } = {}) =>
      new Promise(respond => {
        const node = except?.has('0') ? 1 : 0
        pending.push({ target, node, respond, answer: undefined })
      }),
  }
  const reader = new Reader(cache, upstream, shares ? sharedResponses(offers) : undefined)
  cache.connected(height)

  /** Returns the response of a node to a request that it executes now. */
  function answerOf({ target, node }: Pending): Answer {
    const seen = nodes[node] as number
    const runsOf = (id: string) => (runs[id] as number[]).filter(run => run <= seen)
    const row = (id: string) => ({ id, exec_time: '2100-01-01T00:00:00Z', label: `${runsOf(id).at(-1)}` })
    const [, query, id = ''] = /v1\/([^/?]+)\/?(\d*)/.exec(target) ?? []
    const json =
      query === 'flow'
        ? { flow: row(id) }
        : query === 'flows'
          ? { flows: ids.map(row), pagination: { next_key: null } }
          : {
              history: runsOf(id).map(run => ({ executed: true, label: `${run}` })),
              pagination: { next_key: null },
            }
    const raw = { node: `${node}`, status: 200, contentType: 'application/json', retryAfter: null }
    const body = Buffer.from(JSON.stringify(json))
    return { raw: { ...raw, body, height: reportsHeight ? seen : undefined }, json }
  }

  /** Other instances read everything from all nodes. */
  function offer(): void {
    for (const target of targets)
      for (const node of nodes.keys()) {
        const { raw } = answerOf({ target, node, respond: () => {}, answer: undefined })
        offers.push({ key: target, raw, requestedAt: Date.now() })
      }
  }

  return {
    read: async (target: string) => {
      const found = routeOf(target)
      if (!found) throw new Error(`${target} is not allowed`)
      return reader.read({ ...found, height: undefined })
    },
    announced: () => ({ ...announced }),
    /** Whether all nodes have these blocks. */
    areVisible: (heights: Record<string, number>) =>
      Object.values(heights).every(height => nodes.every(seen => seen >= height)),
    run(id: string): void {
      height++
      runs[id]?.push(height)
      events.push({ type: 'executed', id, owner: null, height })
      // Without heights, the gateway can't recognize a node that lags behind.
      if (!reportsHeight) nodes.fill(height)
      offer()
    },
    catchUp(node: number): void {
      nodes[node] = height
      offer()
    },
    event(): void {
      const event = events.shift()
      if (!event?.id) return
      cache.apply(changesFrom([event]), event.height)
      announced[event.id] = event.height
    },
    execute(index: number): void {
      const request = pending[index]
      if (request) request.answer ??= answerOf(request)
    },
    respond(index: number): void {
      const request = pending[index]
      if (!request) return
      pending.splice(index, 1)
      request.respond(request.answer ?? answerOf(request))
    },
  }
}

/** The newest run of each flow in a response. */
function newestRuns(target: string, text: string): Record<string, number> {
  const json = JSON.parse(text)
  const rows = json.flows ?? (json.flow ? [json.flow] : [{ id: /\/(\d+)\?/.exec(target)?.[1], ...json.history.at(-1) }])
  return Object.fromEntries(rows.map(({ id, label }: { id: string; label: string }) => [id, Number(label)]))
}

test('a read that starts after an event never returns older data as fresh', async () => {
  const scenario = fc.record({
    reportsHeight: fc.boolean(),
    shares: fc.boolean(),
    steps: fc.array(step, { maxLength: 60, size: 'max' }),
  })
  let [fresh, afterChange] = [0, 0]
  await fc.assert(
    fc.asyncProperty(scenario, async ({ reportsHeight, shares, steps }) => {
      const model = createModel(reportsHeight, shares)
      const problems: string[] = []
      const reads: Promise<void>[] = []

      function startRead(target: string): void {
        const known = model.announced()
        const isVisible = model.areVisible(known)
        const began = performance.now()
        const check = (response: ReadResponse) => {
          if (response.kind === 'error') return void problems.push(`${target} failed`)
          const { isStale, entry } = response
          // The nodes took too long, so the client got an earlier response, which is marked as stale.
          const isLate = performance.now() - began >= 3_000
          if (isStale && (!isVisible || isLate)) return
          fresh++
          const runs = newestRuns(target, entry.raw.body.toString())
          for (const [id, run] of Object.entries(runs)) {
            if (known[id]) afterChange++
            if (run < (known[id] ?? 0)) problems.push(`${target} returned run ${run} after the event ${known[id]}`)
          }
        }
        reads.push(model.read(target).then(check))
      }

      /** The nodes answer all requests for longer than a request waits for nodes that lag behind. */
      async function answerAll(): Promise<void> {
        for (let time = 0; time < 2_500; time += 50) {
          for (let count = 0; count < 10; count++) model.respond(0)
          await vi.advanceTimersByTimeAsync(50)
        }
      }

      for (const step of steps) {
        if (step.kind === 'run') model.run(step.id)
        if (step.kind === 'catchUp') model.catchUp(step.node)
        if (step.kind === 'event') model.event()
        if (step.kind === 'read') startRead(step.target)
        if (step.kind === 'execute') model.execute(step.index)
        if (step.kind === 'respond') model.respond(step.index)
        if (step.kind === 'answerAll') await answerAll()
        await vi.advanceTimersByTimeAsync(step.kind === 'wait' ? step.milliseconds : 0)
      }
      // The nodes catch up and answer, so all reads end.
      model.catchUp(0)
      model.catchUp(1)
      let areDone = false
      const all = Promise.all(reads).then(() => {
        areDone = true
      })
      while (!areDone) {
        model.respond(0)
        await vi.advanceTimersByTimeAsync(100)
      }
      await all
      expect(problems).toEqual([])
    }),
    { numRuns: 150 },
  )
  // If nothing were read, the property would always hold.
  expect(fresh).toBeGreaterThan(50)
  expect(afterChange).toBeGreaterThan(20)
  expect(adopted).toBeGreaterThan(5)
})

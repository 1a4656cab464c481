import { flow as buildFlow, state as buildState, historyEntry } from './builders.js'
import { type ChainOptions, createChain } from './chain/chain.js'
import type { Execution } from './chain/execution.js'
import type { Behaviour } from './chain/executions.js'
import type { ChainState, Flow, HistoryEntry } from './chain/state.js'
import { createClock, durationToNs, nsToTime, timeToNs } from './chain/time.js'
import { demoState } from './demo/demo.js'
import { createFetch } from './fetch.js'
import { findRelease, type Release, type Version } from './releases.js'
import { createFailures, type Failure, type Reply } from './rest/failures.js'
import { createGateway } from './rest/gateway.js'
import type { Answer, NodeRequest } from './rest/http.js'
import type { QueryName } from './rest/routes.js'
import { createDisturbances, type Disturbance } from './rpc/disturbances.js'
import { type Connection, createRpc, type Peer } from './rpc/rpc.js'
import { createTicker } from './rpc/ticker.js'
import { createWebSocket, type MemoryWebSocketConstructor, WEBSOCKET_PATH } from './websocket.js'

export interface LcdOptions {
  /** The version that the node serves; that of its `release`, or `v1`, by default. */
  version?: Version
  /** Which release the node is of, as `1.0.2`; the newest of its version by default. */
  release?: string
  /** The same chain in another version too, as behind a gateway before two nodes. Events are those of the first. */
  alsoServes?: Version
  /** The first segment of every path; `intento` by default. */
  service?: string
  /**
   * What the node knows. Without it and without `flows`, a chain as lively as a real one: the recorded flows moved to
   * now, a few hundred more, and executions every few seconds.
   */
  state?: ChainState
  /** Shorthand for a state of just these flows, with ids from 1. */
  flows?: readonly Partial<Flow>[]
  /** Executions of `flows` by id, oldest first. */
  history?: Readonly<Record<string, readonly Partial<HistoryEntry>[]>>
  /**
   * Milliseconds since 1970. `Date.now` by default; but a given `state` stands still at its own time, until `advance`.
   * {@link createClock} makes one that a test can move.
   */
  clock?: () => number
  /** How many blocks before the newest can still be asked about; all by default. Older ones are pruned. */
  keep?: number
  /** How many blocks the REST server is behind the RPC, as where a balancer has several nodes; 0 by default. */
  lag?: number
  /** Decides what is left to chance. */
  seed?: number
  /** How executions go; undefined leaves one to the usual, which is to go well, or to fail as the one before did. */
  behave?: Behaviour
}

/** A request that the node was asked. */
export interface LoggedRequest extends NodeRequest {
  /** Null where the path asks none. */
  query: QueryName | null
}

/** An Intento node's REST server in memory. */
export interface Lcd {
  /** For `createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })`. Any other origin would do. */
  readonly url: string
  readonly fetch: typeof fetch
  /** For `createFlowClient({ rpc: lcd.rpc, WebSocket: lcd.WebSocket })`. Any other origin would do. */
  readonly rpc: string
  /** Every connection reaches this node's events. */
  readonly WebSocket: MemoryWebSocketConstructor
  /** How many websockets are open now, served ones too. */
  readonly sockets: number
  readonly version: Version
  /** As `1.0.2`. */
  readonly release: string
  /** Height of the newest block. */
  readonly height: number
  /** How many blocks the REST server is behind; to be set at any time. */
  lag: number
  /** What the node knows now. */
  readonly state: ChainState
  /** What was asked, oldest first: the last thousand requests. */
  readonly requests: readonly LoggedRequest[]
  /** Milliseconds since 1970 on the node's clock. */
  now: () => number
  flow: (id: string | number) => Flow | undefined
  /** Executions of a flow, oldest first. */
  history: (id: string | number) => readonly HistoryEntry[]
  /** Adds a flow under the next id: created now, and due for the first time after its interval. */
  addFlow: (flow?: Partial<Flow>, history?: readonly Partial<HistoryEntry>[]) => Flow
  /** Changes a flow as its owner might, and more. */
  updateFlow: (id: string | number, changes: Partial<Flow>) => Flow
  /** Runs a flow now, whenever it is due. */
  execute: (id: string | number, execution?: Execution) => HistoryEntry
  /** Lets the other chain answer the newest packet of a flow. */
  answer: (id: string | number, execution?: Execution) => HistoryEntry
  /** Moves the node's clock on. */
  advance: (milliseconds: number) => void
  /** Makes requests fail until the returned function is called. */
  fail: (failure: Failure) => () => void
  /** Disturbs websockets until the returned function is called. */
  disturb: (disturbance: Disturbance) => () => void
  /** Ends every failure and every disturbance. */
  recover: () => void
  /** Breaks every open websocket, as a network does. */
  cut: () => void
  /** What becomes of a request, for servers of other kinds. */
  reply: (request: NodeRequest) => Reply
  /** A websocket's other end, for servers of other kinds; null where connections are refused. */
  accept: (peer: Peer) => Connection | null
}

/** What the RPC says to a request that is no websocket's. */
const BAD_HANDSHAKE: Answer = {
  status: 400,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'sec-websocket-version': '13',
    'x-content-type-options': 'nosniff',
  },
  body: 'Bad Request\n',
}

const MOST_LOGGED = 1_000

/**
 * A node in memory that answers as real ones do: same paths, bodies, errors, cursors and headers.
 *
 * ```ts
 * const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
 * const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
 * ```
 */
export function createLcd(options: LcdOptions = {}): Lcd {
  const { service = 'intento', clock = clockOf(options), seed = 1, keep = Infinity, alsoServes } = options
  const release = findRelease(options)
  let { lag = 0 } = options
  let offset = 0
  const now = () => clock() + offset
  const chain = createChain(...initialChain(options, { clock: now, seed, release }))
  const ticker = createTicker(clock)
  const disturbances = createDisturbances(seed)
  const rpc = createRpc(chain, { release, disturbances, ticker })
  const gateway = createGateway(chain, { release, service, keep })
  const otherGateway =
    alsoServes && createGateway(chain, { release: findRelease({ version: alsoServes }), service, keep })
  const failures = createFailures()
  const requests: LoggedRequest[] = []

  function reply(request: NodeRequest): Reply {
    const { answer, queryOf } = otherGateway?.queryOf(request.target) ? otherGateway : gateway
    const query = queryOf(request.target)
    requests.push({ ...request, query })
    if (requests.length > MOST_LOGGED) requests.shift()
    return failures.apply(request, query, () =>
      WEBSOCKET_PATH.test(request.target) ? BAD_HANDSHAKE : answer(request, lag),
    )
  }

  return {
    url: 'https://lcd.in-memory.test',
    fetch: createFetch(reply),
    version: release.version,
    release: release.name,
    get lag() {
      return lag
    },
    set lag(blocks) {
      lag = blocks
    },
    requests,
    now,
    reply,
    rpc: 'https://rpc.in-memory.test',
    WebSocket: createWebSocket(rpc.accept),
    get sockets() {
      return rpc.sockets
    },
    accept: rpc.accept,
    cut: rpc.cut,
    fail: failures.fail,
    disturb: disturbances.disturb,
    recover() {
      failures.recover()
      disturbances.recover()
    },
    get height() {
      return chain.height
    },
    get state() {
      return chain.state()
    },
    flow: id => chain.flows[Number(id) - 1],
    history: id => chain.history(String(id)),
    addFlow(changes = {}, history = []) {
      const added = buildFlow({ ...justCreated(changes, now()), id: String(chain.flows.length + 1) }, now())
      chain.addFlow(
        added,
        history.map(entry => historyEntry(entry, now())),
      )
      return added
    },
    updateFlow: (id, changes) => chain.updateFlow(String(id), changes),
    execute: (id, execution) => chain.execute(String(id), execution),
    answer: (id, execution = { outcome: 'succeeded' }) => chain.answer(String(id), execution),
    advance(milliseconds) {
      offset += milliseconds
      ticker.tick()
    },
  }
}

function clockOf({ state }: LcdOptions): () => number {
  return state ? createClock(state.time).now : () => Date.now()
}

function justCreated(changes: Partial<Flow>, now: number): Partial<Flow> {
  const startTime = changes.startTime ?? nsToTime(BigInt(Math.round(now)) * 1_000_000n)
  const interval = durationToNs(changes.interval ?? buildFlow().interval)
  const execTime = interval > 0n || !changes.endTime ? nsToTime(timeToNs(startTime) + interval) : changes.endTime
  return { startTime, execTime, ...changes }
}

/** A given state, one of the given flows, or the lively chain. */
function initialChain(
  { state, flows, history = {}, behave }: LcdOptions,
  { clock, seed, release }: { clock: () => number; seed: number; release: Release },
): [ChainState, ChainOptions] {
  if (state || flows) {
    const given = state ?? buildState({ flows: flows ?? [], history }, clock())
    const { endsAfterOpenRun } = release
    return [given, { clock, seed, endsAfterOpenRun, ...(behave && { behave }) }]
  }
  // One chain, whichever release tells of it: several nodes of the same seed agree.
  const demo = demoState(clock(), seed)
  return [
    demo.state,
    {
      clock,
      seed,
      scheduled: demo.scheduled,
      behave: (flow, sequence) => behave?.(flow, sequence) ?? demo.behave(flow, sequence),
    },
  ]
}

import { storedFlow as buildFlow, state as buildState, historyEntry } from './builders.js'
import { createClock, durationToNs, msToTime, nsToTime, timeToNs } from './chain/blocks/time.js'
import { Chain, type ChainOptions } from './chain/chain.js'
import type { Behavior, Execution } from './chain/execution.js'
import type { AccountsState, AnyMessage, ChainState, Coin, Flow, HistoryEntry } from './chain/state.js'
import { createFetch } from './fetch.js'
import { findRelease, type Release, type Version } from './releases.js'
import { createFailures, type Failure, type Reply } from './rest/failures.js'
import type { Answer, NodeRequest } from './rest/http.js'
import { createRest } from './rest/rest.js'
import type { QueryName } from './rest/routes.js'
import { createDisturbances, type Disturbance } from './rpc/disturbances.js'
import { type Connection, createRpc, type Peer } from './rpc/rpc.js'
import { createTicker } from './rpc/ticker.js'
import { createWebSocket, type MemoryWebSocketConstructor, websocketPath } from './websocket.js'

export interface LcdOptions {
  /** The API version that the node serves. Defaults to the version of `release`, or to `v1`. */
  version?: Version
  /**
   * The node's release, for example `1.0.2`. Defaults to the newest release of `version`. Releases before 1.0.7 only differ in
   * their responses and events: their flows run by the rules of release 1.0.7, and they can't simulate transactions.
   */
  release?: string
  /** A second API version that serves the same chain, like a gateway in front of two nodes. Events follow `version`. */
  alsoServes?: Version
  /** The first segment of every path. Defaults to `intento`. */
  service?: string
  /** The prefix of the addresses that REST requests contain. Defaults to `into`. Flows still run with Intento's addresses. */
  addressPrefix?: string
  /** The chain's initial state. Defaults to a chain without flows. `createDemoLcd` creates a chain with many flows. */
  state?: ChainState
  /** Shorthand for a state with only these flows. Their ids start at 1. */
  flows?: readonly Partial<Flow>[]
  /** The executions of `flows` by flow id, oldest first. */
  history?: Readonly<Record<string, readonly Partial<HistoryEntry>[]>>
  /**
   * Returns the current time, in milliseconds since 1970. Defaults to `Date.now`. If you pass `state`, the clock starts
   * at the state's time and moves only when you call `advance`. {@link createClock} creates a clock that a test can
   * move.
   */
  clock?: () => number
  /** The number of recent blocks that requests can query. Older blocks are pruned. Defaults to all blocks. */
  keep?: number
  /** How many blocks the REST server lags behind the RPC, as it can behind a load balancer. Defaults to 0. */
  lag?: number
  /** The seed for random decisions. Defaults to 1. */
  seed?: number
  /**
   * Returns the outcome of an execution. If it returns undefined, the default applies: the execution succeeds, or it
   * fails if the flow's previous execution failed.
   */
  behave?: Behavior
}

/** A request that the node received. */
export interface LoggedRequest extends NodeRequest {
  /** Null if the path matches no query. */
  query: QueryName | null
}

/** The REST server and the RPC of an Intento node, in memory. */
export interface Lcd {
  /** For `createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })`. `lcd.fetch` ignores the origin, so any other origin works too. */
  readonly url: string
  readonly fetch: typeof fetch
  /** For `createFlowClient({ rpc: lcd.rpc, WebSocket: lcd.WebSocket })`. `lcd.WebSocket` also ignores the origin. */
  readonly rpc: string
  /** Connects to this node's events. The origin of the URL is ignored. */
  readonly WebSocket: MemoryWebSocketConstructor
  /** The number of open WebSockets, including those that `serveLcd` accepted. */
  readonly sockets: number
  readonly version: Version
  /** The release name, for example `1.0.2`. */
  readonly release: string
  /** The height of the newest block. */
  readonly height: number
  /** How many blocks the REST server lags behind. You can set it at any time. */
  lag: number
  readonly state: ChainState
  /**
   * The balances, grants and channels. You can change them at any time. An account that has an entry in `balances`, even an empty one,
   * pays for runs and messages. An account without an entry can pay for everything.
   */
  readonly accounts: AccountsState
  /** The last 1,000 requests, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** Returns the time on the node's clock, in milliseconds since 1970. */
  now: () => number
  flow: (id: string | number) => Flow | undefined
  /** Returns the executions of a flow, oldest first. */
  history: (id: string | number) => readonly HistoryEntry[]
  /** Adds a flow with the next id. By default, it starts now and is first due after its interval. */
  addFlow: (flow?: Partial<Flow>, history?: readonly Partial<HistoryEntry>[]) => Flow
  /**
   * Submits a `MsgSubmitFlow` in the node's JSON, as if its owner had signed it, and returns the new flow. The owner pays its
   * `fee_funds`.
   *
   * @throws {Error} With the chain's message if it refuses the flow.
   * @throws {RangeError} If the node has a release before 1.0.7.
   */
  submitFlow: (message: AnyMessage) => Flow
  /** Changes a flow. You can change any field, including those that an owner cannot update. */
  updateFlow: (id: string | number, changes: Partial<Flow>) => Flow
  /** Executes a flow now, even if it is not due. */
  execute: (id: string | number, execution?: Execution) => HistoryEntry
  /** Simulates the host chain's response to the newest packet of a flow. */
  answer: (id: string | number, execution?: Execution) => HistoryEntry
  /** Adds coins to an account, for example to top up the fee account of a flow. */
  deposit: (address: string, ...coins: readonly Coin[]) => void
  /** Advances the node's clock. */
  advance: (milliseconds: number) => void
  /** Makes requests fail until you call the returned function. */
  fail: (failure: Failure) => () => void
  /** Disturbs WebSockets until you call the returned function. */
  disturb: (disturbance: Disturbance) => () => void
  /** Ends all failures and disturbances. */
  recover: () => void
  /** Closes all open WebSockets abnormally, like a network failure. */
  cut: () => void
  /** Returns the reply to a request. Use it to build other kinds of servers. */
  reply: (request: NodeRequest) => Reply
  /** Accepts a WebSocket connection for another kind of server. Returns null if connections are refused. */
  accept: (peer: Peer) => Connection | null
}

const badHandshake: Answer = {
  status: 400,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'sec-websocket-version': '13',
    'x-content-type-options': 'nosniff',
  },
  body: 'Bad Request\n',
}

const maxLoggedRequests = 1_000

/**
 * Creates an in-memory node that responds like a real one, with the same paths, bodies, errors, cursors and headers.
 *
 * ```ts
 * const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
 * const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
 * ```
 */
export function createLcd(options: LcdOptions = {}): Lcd {
  return createLcdFromGenesis(options, ({ clock, release }) => {
    const { state, flows = [], history = {}, behave } = options
    const initial = state ?? buildState({ flows, history }, clock())
    return [initial, { rules: release, ...(behave && { behave }) }]
  })
}

/** Returns the state in which a chain begins, and how it continues. */
type Genesis = (settings: {
  clock: () => number
  seed: number
  release: Release
}) => [ChainState, Omit<ChainOptions, 'clock' | 'seed'>]

export function createLcdFromGenesis(options: LcdOptions, genesis: Genesis): Lcd {
  const { service = 'intento', addressPrefix = 'into', clock = clockOf(options) } = options
  const { seed = 1, keep = Infinity, alsoServes } = options
  const release = findRelease(options)
  let { lag = 0 } = options
  let offset = 0
  const now = () => clock() + offset
  const [initial, chainOptions] = genesis({ clock: now, seed, release })
  const chain = new Chain(initial, { clock: now, seed, ...chainOptions })
  const ticker = createTicker(clock)
  const disturbances = createDisturbances(seed)
  const rpc = createRpc(chain, { release, disturbances, ticker })
  const restOptions = { service, addressPrefix, keep }
  const rest = createRest(chain, { release, ...restOptions })
  const otherRest = alsoServes && createRest(chain, { release: findRelease({ version: alsoServes }), ...restOptions })
  const failures = createFailures()
  const requests: LoggedRequest[] = []

  function reply(request: NodeRequest): Reply {
    const { answer, queryOf } = otherRest?.queryOf(request.target) ? otherRest : rest
    const query = queryOf(request.target)
    requests.push({ ...request, query })
    if (requests.length > maxLoggedRequests) requests.shift()
    return failures.apply(request, query, () =>
      websocketPath.test(request.target) ? badHandshake : answer(request, lag),
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
    get accounts() {
      return chain.accounts
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
    submitFlow(message) {
      if (release.isSupported) return chain.submitFlow(message)
      throw new RangeError(`Release ${release.name} can't check a new flow. Use release 1.0.7 or later, or addFlow.`)
    },
    updateFlow: (id, changes) => chain.updateFlow(String(id), changes),
    execute: (id, execution) => chain.execute(String(id), execution),
    answer: (id, execution = { outcome: 'succeeded' }) => chain.answer(String(id), execution),
    deposit: (address, ...coins) => chain.deposit(address, coins),
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
  const startTime = changes.startTime ?? msToTime(now)
  const interval = durationToNs(changes.interval ?? buildFlow().interval)
  const execTime = interval > 0n || !changes.endTime ? nsToTime(timeToNs(startTime) + interval) : changes.endTime
  return { startTime, execTime, ...changes }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type Flow, FlowQueryError, isFlowQueryError, type ScanProgress } from '@flow-query/core'
import { readAgents, scanSelected } from './chain.js'
import { SyncError } from './errors.js'
import { checkSame, type HistoryPart, notThisChain, readHistory } from './history.js'
import { isPruned, type Node, patience } from './node.js'
import { forEachOf } from './parallel.js'
import { digestOf, executionRow, flowRow, json, type Source } from './rows.js'
import type { Database, Row } from './store.js'
import { type KnownFlow, openTables, type State, type Tables } from './tables.js'

export interface SyncSettings {
  to: Database
  owner: string | null
  from: string
  /** As it was named, if it was. */
  chainId: string | undefined
  concurrency: number
  batchSize: number
  signal?: AbortSignal | undefined
  onProgress?: ((progress: SyncProgress) => void) | undefined
  onSynced?: ((result: SyncResult) => void) | undefined
  onTrouble?: ((error: Error) => void) | undefined
}

/** How far a sync is. */
export interface SyncProgress {
  /** The block that is read. */
  height: number
  /** Flows that were looked at, and read where they have changed. */
  done: number
  /** Flows in all; null while that is not known. */
  of: number | null
  /** Flows a second. */
  rate: number
  /** Null while that is not known. */
  secondsLeft: number | null
}

/** What a sync has done. */
export interface SyncResult {
  /** The block at which the database is as the node. */
  height: number
  /** Flows that were written: new ones, and those that have changed. */
  flows: number
  /** Executions that were. */
  executions: number
  /** Answers of the node that it took. */
  requests: number
  seconds: number
}

/** Everything: the flows, and of each that may have changed the executions that are new. */
export function syncOnce(node: Node, settings: SyncSettings): Promise<SyncResult> {
  return syncAtNewestHeight(node, settings, async snapshot => {
    await snapshot.tables.write({ agents: await readAgents(node, snapshot.source, snapshot.signal) })
    await writeWhatIsRead(node, settings, snapshot, read =>
      forEachOf(changedFlows(node, settings, snapshot), settings.concurrency, async ({ flow, known, tell }) => {
        await read(flow, known)
        tell()
      }),
    )
  })
}

/** These flows alone, of which the chain has told that they have changed, and those that wait for another chain if asked for. */
export function syncFlows(
  node: Node,
  settings: SyncSettings,
  ids: ReadonlySet<string>,
  withUnanswered: boolean,
): Promise<SyncResult> {
  return syncAtNewestHeight(node, settings, async snapshot => {
    const unanswered = withUnanswered ? await snapshot.tables.readIds('unanswered') : []
    const wanted = new Set([...ids, ...unanswered])
    await writeWhatIsRead(node, settings, snapshot, read =>
      forEachOf(wanted, settings.concurrency, async id => {
        const flow = await flowIfWanted(node, settings, snapshot, id)
        const known = await snapshot.tables.readFlows(id, id)
        if (flow) await read(flow, known.get(id))
      }),
    )
  })
}

/** What is read at one height, and where to. */
interface Snapshot {
  readonly tables: Tables
  readonly source: Source
  readonly signal: AbortSignal
  /** What was written. */
  readonly count: { flows: number; executions: number }
}

/** Opens the database, checks that it is the chain's, and reads at one height; at a newer one where that was thrown away. */
async function syncAtNewestHeight(
  node: Node,
  settings: SyncSettings,
  read: (snapshot: Snapshot) => Promise<void>,
): Promise<SyncResult> {
  const began = Date.now()
  const asked = node.requests
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, ...(settings.signal ? [settings.signal] : [])])
  const count = { flows: 0, executions: 0 }
  // A node that cannot be asked is told of before a database is made.
  await node.newestHeight(signal)
  const tables = await openTables(await settings.to.open())
  try {
    const state = stateFor(tables, node, settings)
    let height = await heightFrom(node, tables, signal)
    await checkChain(node, tables, height, signal)
    await tables.create()
    for (let before = -1; ; before = count.flows + count.executions) {
      await tables.writeState({ ...state, height: null, reading: height })
      try {
        await read({ tables, source: { chain: state.chain, height }, signal, count })
        break
      } catch (error) {
        if (!isPruned(error)) throw error
        if (count.flows + count.executions === before) throw isTooShort(height, error)
        height = await node.newestHeight(signal)
      }
    }
    await tables.writeState({ ...state, height, reading: null })
    const result = { height, ...count, requests: node.requests - asked, seconds: (Date.now() - began) / 1_000 }
    settings.onSynced?.(result)
    return result
  } finally {
    ended.abort()
    await tables.close()
  }
}

/** @throws {SyncError} `mismatch` where the database is for other flows */
function stateFor(
  { name, state }: Tables,
  { client }: Node,
  { owner, from, chainId }: SyncSettings,
): Pick<State, 'chain' | 'owner' | 'from'> {
  if (!state) return { chain: client.scope, owner, from }
  // A chain that was not named is known by what it holds.
  const isNamed = chainId !== undefined && !/^https?:/.test(state.chain)
  if (isNamed && state.chain !== client.scope) throw isFor(name, state.chain, client.scope)
  if (state.owner !== owner) throw isFor(name, flowsOf(state.owner), flowsOf(owner))
  if (state.from !== from) throw isFor(name, `flows from ${state.from} on`, `those from ${from} on`)
  return state
}

function flowsOf(owner: string | null): string {
  return owner === null ? 'the flows of all owners' : `the flows of ${owner}`
}

function isFor(name: string, holds: string, wanted: string): SyncError {
  const advice = 'Choose another database, or ask for the same as before.'
  return new SyncError('mismatch', `${name} holds ${holds}, and not ${wanted}`, advice)
}

/** The newest height, which is none before that of the database: a balancer's nodes are not all equally far. */
async function heightFrom(node: Node, { name, state }: Tables, signal: AbortSignal): Promise<number> {
  const least = state?.height ?? state?.reading ?? 0
  for (let time = 1; ; time++) {
    const height = await node.newestHeight(signal)
    if (height >= least) return height
    if (time === patience.times) throw notThisChain(`The node is at block ${height}, and ${name} at ${least}`)
    await sleep(patience.wait, undefined, { signal })
  }
}

/** @throws {SyncError} `mismatch` where the newest that the database knows is not on the node */
async function checkChain({ client }: Node, tables: Tables, height: number, signal: AbortSignal): Promise<void> {
  if (!tables.state) return
  const { flow, run } = await tables.readNewest()
  if (flow) {
    const there = await client.flow({ id: flow.id, height }, { signal }).catch((error: unknown) => {
      if (isFlowQueryError(error, 'notFound')) return undefined
      throw error
    })
    if (there?.owner !== flow.owner) throw notThisChain(`${tables.name} has a flow ${flow.id} that the node has not`)
  }
  if (run) {
    const page = { id: run.id, offset: run.executions - 1, limit: 1, height }
    const { history } = await client.flowHistory(page, { signal })
    checkSame(run, history[0])
  }
}

function isTooShort(height: number, cause: unknown): FlowQueryError {
  return new FlowQueryError(
    'node',
    `The node threw block ${height} away before anything could be read at it`,
    { cause },
    'Ask a node that keeps its blocks for longer.',
  )
}

/** A flow of which there may be news. */
interface ChangedFlow {
  flow: Flow
  known: KnownFlow | undefined
  /** To be called when it was read. */
  tell: () => void
}

/** Of how many flows the database is asked at once. */
const groupSize = 500

/** The flows that may have changed, or their executions. */
async function* changedFlows(
  node: Node,
  settings: SyncSettings,
  { tables, source, signal }: Snapshot,
): AsyncGenerator<ChangedFlow> {
  const { concurrency, onProgress } = settings
  const { height } = source
  const began = Date.now()
  const newestKnown = BigInt((await tables.readNewest()).flow?.id ?? 0)
  let done = 0
  let of: number | null = null
  const onScanned = (scan: ScanProgress) => {
    of = scan.of
  }
  const flows = scanSelected(node, settings, { height, concurrency, signal, onProgress: onScanned })

  function tell(): void {
    done++
    const rate = (1_000 * done) / Math.max(Date.now() - began, 1)
    onProgress?.({ height, done, of, rate, secondsLeft: of === null ? null : (of - done) / rate })
  }

  for await (const group of inGroups(flows, groupSize)) {
    const [first = '0', last = '0'] = [group[0]?.id, group.at(-1)?.id]
    const known = BigInt(first) > newestKnown ? undefined : await tables.readFlows(first, last)
    const soon = BigInt(Date.now() + clockSkew) * 1_000_000n
    for (const flow of group) {
      const knownFlow = known?.get(flow.id)
      if (mayHaveChanged(flow, knownFlow, soon)) yield { flow, known: knownFlow, tell }
      else tell()
    }
  }
}

/** Milliseconds that the node's clock may be ahead of this one. */
const clockSkew = 5 * 60_000

/**
 * Whether a flow or its executions may be other than what is known of them.
 *
 * A run moves the flow's time on, so that the flow tells of it; but not the last run, which shows in its history alone. And
 * the answer of another chain changes the newest execution, but nothing of the flow.
 *
 * @param soon nanoseconds since 1970, not before the block that is read
 */
function mayHaveChanged(flow: Flow, known: KnownFlow | undefined, soon: bigint): boolean {
  if (!known || known.digest !== digestOf(json(flow))) return true
  return known.unansweredSince !== null || (known.nextExecTime !== null && known.nextExecTime <= soon)
}

async function* inGroups<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let group: Item[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** A flow, unless it is none of those that the database is for. */
async function flowIfWanted(
  { client }: Node,
  { owner, from }: SyncSettings,
  { source: { height }, signal }: Snapshot,
  id: string,
): Promise<Flow | undefined> {
  if (BigInt(id) < BigInt(from)) return undefined
  const flow = await client.flow({ id, height }, { signal })
  return owner === null || flow.owner === owner ? flow : undefined
}

/** Hands out a function that reads what is new of a flow's executions. All that it has read is written, whatever ends it. */
async function writeWhatIsRead(
  node: Node,
  settings: SyncSettings,
  snapshot: Snapshot,
  work: (read: (flow: Flow, known: KnownFlow | undefined) => Promise<void>) => Promise<void>,
): Promise<void> {
  const writer = createWriter(snapshot, settings)
  const { source, signal } = snapshot
  try {
    await work(async (flow, known) => {
      for await (const part of readHistory(node, flow, known, source.height, signal)) await writer.add(part)
    })
  } finally {
    await writer.end()
  }
}

/** Characters of JSON that are written at once, however few rows they are in. */
const mostCharacters = 8_000_000

/**
 * Writes what it is given, a batch while the next is read. A flow comes with the last of its executions, or after them: one
 * whose executions are not all there is not told to be whole.
 */
function createWriter({ tables, source, count }: Snapshot, { batchSize }: SyncSettings) {
  let flows = new Map<string, Row>()
  let executions: Row[] = []
  let characters = 0
  /** The end of all that was begun to be written, and of what must be before there is room for more. */
  let writing = Promise.resolve()
  let room = writing

  function writeBatch(): void {
    const batch = { executions, flows: [...flows.values()] }
    flows = new Map()
    executions = []
    characters = 0
    room = writing
    writing = writing.then(async () => {
      await tables.write(batch)
      count.flows += batch.flows.length
      count.executions += batch.executions.length
    })
    // Told when it is waited for.
    writing.catch(() => {})
  }

  return {
    async add({ flow, entries, sequence, known, isLast }: HistoryPart): Promise<void> {
      await room
      const row = flowRow(flow, known, isLast, source)
      flows.set(flow.id, row)
      characters += `${row.flow}`.length
      for (const [index, entry] of entries.entries()) {
        const row = executionRow(flow, entry, sequence + index, source)
        executions.push(row)
        characters += `${row.msg_responses}`.length
      }
      if (executions.length + flows.size >= batchSize || characters >= mostCharacters) writeBatch()
    },
    async end(): Promise<void> {
      writeBatch()
      await writing
    },
  }
}

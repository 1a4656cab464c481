import { setTimeout as sleep } from 'node:timers/promises'
import { type Flow, FlowQueryError, isFlowQueryError, type ScanProgress } from '@flow-query/core'
import { readAgents, scanSelected } from './chain.js'
import { SyncError } from './errors.js'
import { checkSame, type HistoryPart, notThisChain, readHistory } from './history.js'
import { merge } from './merge.js'
import { isPruned, type Node, patience } from './node.js'
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
    await writeParts(snapshot, settings, merge(readChanged(node, settings, snapshot), settings.concurrency))
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
    await writeParts(snapshot, settings, merge(readNamed(node, settings, snapshot, wanted), settings.concurrency))
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

/** Of how many flows the database is asked at once. */
const groupSize = 100

/** The histories of the flows that may have changed. */
async function* readChanged(node: Node, settings: SyncSettings, { tables, source, signal }: Snapshot) {
  const { concurrency, onProgress } = settings
  const { height } = source
  const began = Date.now()
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
    const known = await tables.readFlows(group[0]?.id ?? '0', group.at(-1)?.id ?? '0')
    const soon = BigInt(Date.now() + clockSkew) * 1_000_000n
    for (const flow of group) {
      const knownFlow = known.get(flow.id)
      if (mayHaveChanged(flow, knownFlow, soon))
        yield thenTell(readHistory(node, flow, knownFlow, height, signal), tell)
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

async function* thenTell<Item>(items: AsyncIterable<Item>, tell: () => void): AsyncGenerator<Item> {
  yield* items
  tell()
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

/** The histories of some flows. */
async function* readNamed(node: Node, settings: SyncSettings, snapshot: Snapshot, ids: ReadonlySet<string>) {
  for (const id of ids) if (BigInt(id) >= BigInt(settings.from)) yield readNamedFlow(node, settings, snapshot, id)
}

async function* readNamedFlow(
  node: Node,
  { owner }: SyncSettings,
  { tables, source: { height }, signal }: Snapshot,
  id: string,
) {
  const flow = await node.client.flow({ id, height }, { signal })
  if (owner !== null && flow.owner !== owner) return
  const known = await tables.readFlows(id, id)
  yield* readHistory(node, flow, known.get(id), height, signal)
}

/** Characters of JSON that are written at once, however few rows they are in. */
const mostCharacters = 8_000_000

/**
 * Writes what comes, a batch while the next is read. A flow comes with the last of its executions, or after them: one whose
 * executions are not all there is not told to be whole.
 */
async function writeParts(
  { tables, source, count }: Snapshot,
  { batchSize }: SyncSettings,
  parts: AsyncIterable<HistoryPart>,
): Promise<void> {
  let flows = new Map<string, Row>()
  let executions: Row[] = []
  let characters = 0
  let writing = Promise.resolve()

  async function writeBatch(): Promise<void> {
    const batch = { executions, flows: [...flows.values()] }
    flows = new Map()
    executions = []
    characters = 0
    await writing
    writing = tables.write(batch).then(() => {
      count.flows += batch.flows.length
      count.executions += batch.executions.length
    })
    // Told when it is waited for.
    writing.catch(() => {})
  }

  try {
    for await (const { flow, entries, sequence, known, isLast } of parts) {
      const rows = entries.map((entry, index) => executionRow(flow, entry, sequence + index, source))
      for (const row of rows) executions.push(row)
      const flowOfThese = flowRow(flow, known, isLast, source)
      flows.set(flow.id, flowOfThese)
      for (const row of [flowOfThese, ...rows]) characters += `${row.flow ?? row.msg_responses}`.length
      if (executions.length + flows.size >= batchSize || characters >= mostCharacters) await writeBatch()
    }
  } finally {
    // What was read is right, whatever comes after it.
    await writeBatch()
    await writing
  }
}

import { type Flow, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { dueRun } from '@flow-query/core/parts/runs'
import { writeForecasts } from './forecasts.js'
import { forEachOf } from './parallel.js'
import { readAgents } from './read/chain.js'
import { changedFlows, type FlowToRead } from './read/changed-flows.js'
import { type Block, isPruned, type Node } from './read/node.js'
import { checkChain, newestBlock, stateFor, type Wanted } from './read/same-chain.js'
import type { Source } from './rows/rows.js'
import type { Database } from './store.js'
import { openTables, type Tables } from './tables.js'
import { copyFlows, type Read, type Written } from './write/writer.js'

export interface SyncSettings extends Wanted {
  to: Database
  forecastWithin?: number | undefined
  concurrency: number
  batchSize: number
  signal?: AbortSignal | undefined
  onProgress?: ((progress: SyncProgress) => void) | undefined
  onSynced?: ((result: SyncResult) => void) | undefined
  onTrouble?: ((error: Error) => void) | undefined
}

export interface SyncProgress {
  height: number
  /** The number of flows that were compared with the database, and read if they changed. */
  loaded: number
  /** The total number of flows, or null while it is unknown. */
  total: number | null
  /** Flows per second. */
  rate: number
  /** The estimated remaining time in seconds, or null while it is unknown. */
  secondsLeft: number | null
}

export interface SyncResult {
  /** The block height at which the database matches the node. */
  height: number
  /** The number of flows that are new or changed, or have new or changed executions. */
  flows: number
  /** The number of executions that are new or changed. */
  executions: number
  /** The number of forecasts that were written. 0 without `forecastWithin`. */
  forecasts: number
  /** The number of known flows that were read again because they might have changed. */
  checked: number
  /** The number of responses from the node. */
  requests: number
  /** The duration in seconds. */
  seconds: number
}

export interface Synced {
  result: SyncResult
  block: Block
  readAt: number
  nextRun: number | null
}

export function syncOnce(
  node: Node,
  settings: SyncSettings,
  options: Pick<BlockOptions, 'over' | 'least'> = {},
): Promise<Synced> {
  return syncBlock(node, settings, options, snapshot => copyAll(node, settings, snapshot, options.over))
}

export function syncSome(
  node: Node,
  settings: SyncSettings,
  block: Block,
  { ids, withUnanswered, over }: { ids: Iterable<string>; withUnanswered: boolean; over: Set<string> },
): Promise<Synced> {
  return syncBlock(node, settings, { over, at: block }, async snapshot => {
    const { tables, signal, source } = snapshot
    // Without a height, the last sync is incomplete, so all flows must be read.
    if (tables.state?.height == null) return copyAll(node, settings, snapshot, over)
    const unanswered = withUnanswered ? await tables.readIds('unanswered') : []
    const due = (await tables.readDue(block.time)).filter(({ id }) => !over.has(id))
    const wanted = new Set([...ids, ...unanswered, ...due.map(({ id }) => id)])
    const flows: FlowToRead[] = []
    await forEachOf(wanted, settings.concurrency, async id => {
      const flow = await flowIfWanted(node, settings, { id, height: source.height, signal })
      const known = await tables.readFlows(id, id)
      if (flow) flows.push({ flow, known: known.get(id) })
    })
    const onRead = (read?: Read) => read && rememberOver(over, read, block)
    await copyFlows(flows, { ...settings, ...snapshot, node, onRead })
  })
}

async function copyAll(
  node: Node,
  settings: SyncSettings,
  snapshot: Snapshot,
  over: Set<string> | undefined,
): Promise<void> {
  const { tables, source, signal, block } = snapshot
  await tables.write({ agents: await readAgents(node, source, signal) })
  const progress = createProgress(source.height, settings.onProgress)
  const flows = changedFlows(node, tables, {
    ...{ ...settings, height: source.height, signal },
    onScanned: ({ total }) => progress.setTotal(total),
    onUnchanged: progress.addFlow,
  })
  const onRead = (read?: Read) => {
    progress.addFlow()
    if (read && over) rememberOver(over, read, block)
  }
  await copyFlows(flows, { ...settings, ...snapshot, node, onRead })
}

interface Snapshot {
  readonly block: Block
  readonly source: Source
  readonly tables: Tables
  readonly signal: AbortSignal
  readonly written: Written
}

interface BlockOptions {
  over?: Set<string> | undefined
  at?: Block
  /** The lowest block to sync if `at` is undefined. */
  least?: number
}

type Copy = (snapshot: Snapshot) => Promise<void>

async function syncBlock(node: Node, settings: SyncSettings, options: BlockOptions, copy: Copy): Promise<Synced> {
  const synced = await copyBlock(node, settings, options, copy)
  // The database is closed now, so the listener can open it.
  settings.onSynced?.(synced.result)
  return synced
}

/** If the node prunes the newest block during the copy, it continues with a newer one. */
async function copyBlock(
  node: Node,
  settings: SyncSettings,
  { over, at, least }: BlockOptions,
  copy: Copy,
): Promise<Synced> {
  const began = Date.now()
  const requestsBefore = node.requests
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, ...(settings.signal ? [settings.signal] : [])])
  const written: Written = { flows: new Set(), executions: 0, forecasts: 0, checked: 0 }

  // Fails before the database is created if the node doesn't respond.
  let first = at ? undefined : await node.newestBlock(signal)
  const tables = await openTables(await settings.to.open())
  try {
    const state = stateFor(tables, node, settings)
    for (let writtenBefore = -1; ; ) {
      const block = at ?? (await newestBlock(node, tables, { first, least, signal }))
      first = undefined
      const { height } = block
      const readAt = Date.now()
      try {
        await node.checkHeight(height, signal)
        await checkChain(node, tables, height, signal)
        await tables.create()
        await tables.writeState({ ...state, height: null, reading: height })
        const source = { chain: state.chain, height }
        await copy({ block, source, tables, signal, written })
        // The time is written after all rows. Otherwise, a due flow that was not read yet would look as if it were over.
        const blockTime = block.isTimeReported ? block.time : state.blockTime
        await tables.writeState({ ...state, height, blockTime, reading: null })
        written.forecasts += await writeForecasts({ node, tables, block, source, signal, settings })
        const { flows, executions, forecasts, checked } = written
        const counts = { flows: flows.size, executions, forecasts, checked }
        const result = { height, ...counts, requests: node.requests - requestsBefore, seconds: secondsSince(began) }
        const nextRun = over ? await millisecondsToNextRun(tables, block, over) : null
        return { result, block, readAt, nextRun }
      } catch (error) {
        if (at || !isPruned(error)) throw error
        const writtenNow = written.flows.size + written.executions
        if (writtenNow === writtenBefore) throw prunedError(height, error)
        writtenBefore = writtenNow
      }
    }
  } finally {
    ended.abort()
    await tables.close()
  }
}

async function millisecondsToNextRun(tables: Tables, { time }: Block, over: Set<string>): Promise<number | null> {
  const due = await tables.readDue(time)
  if (due.some(({ id }) => !over.has(id))) return 0
  const nextRun = await tables.readNextRun(time)
  return nextRun === null ? null : Number((nextRun - time) / 1_000_000n)
}

/** Remembers flows that did not run in time, so that `follow` doesn't wait for them. */
function rememberOver(over: Set<string>, { flow, known: { nextExecTime } }: Read, { time }: Block): void {
  if (nextExecTime !== null && dueRun(flow).overAt <= Number(time / 1_000_000n)) over.add(flow.id)
  else over.delete(flow.id)
}

function secondsSince(began: number): number {
  return (Date.now() - began) / 1_000
}

function prunedError(height: number, cause: unknown): FlowQueryError {
  return new FlowQueryError(
    'node',
    `The node pruned block ${height} before anything could be read`,
    { cause },
    'Use a node that keeps blocks for longer.',
  )
}

async function flowIfWanted(
  { client }: Node,
  { owner, from }: SyncSettings,
  { id, height, signal }: { id: string; height: number; signal: AbortSignal },
): Promise<Flow | undefined> {
  if (BigInt(id) < BigInt(from)) return undefined
  try {
    const flow = await client.flow({ id, height }, { signal })
    if (flow.id !== id) throw new FlowQueryError('node', `The node returned flow ${flow.id} instead of flow ${id}`)
    return owner === null || flow.owner === owner ? flow : undefined
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) return undefined
    throw error
  }
}

function createProgress(height: number, onProgress: SyncSettings['onProgress']) {
  const began = Date.now()
  let loaded = 0
  let total: number | null = null
  return {
    setTotal(flows: number | null) {
      total = flows
    },
    addFlow() {
      loaded++
      const rate = (1_000 * loaded) / Math.max(Date.now() - began, 1)
      onProgress?.({ height, loaded, total, rate, secondsLeft: total === null ? null : (total - loaded) / rate })
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { isReset, type ReportedBlock } from '@flow-query/core/parts/events'
import { SyncError } from '../errors.js'
import type { Database } from '../store.js'
import type { State, Tables } from '../tables.js'
import { checkSame, otherChainError } from './history.js'
import { type Block, blockRetry, type Node } from './node.js'

/** How often a block that looks like a reset is read again. The next block can take some seconds. */
const resetAttempts = 20

export interface Wanted {
  owner: string | null
  from: string
  chainId: string | undefined
}

export function stateFor(
  { name, state }: Tables,
  { client }: Node,
  { owner, from, chainId }: Wanted,
): Omit<State, 'height' | 'reading'> {
  if (!state) return { chain: client.scope, owner, from, blockTime: null }
  // For a chain without a name, `checkChain` compares flows instead.
  const isNamed = chainId !== undefined && !/^https?:/.test(state.chain)
  if (isNamed && state.chain !== client.scope) throw otherContents(name, state.chain, client.scope)
  if (state.owner !== owner) throw otherContents(name, flowsOf(state.owner), flowsOf(owner))
  if (state.from !== from) throw otherContents(name, `the flows from ${state.from} on`, `the flows from ${from} on`)
  return state
}

function flowsOf(owner: string | null): string {
  return owner === null ? 'the flows of all owners' : `the flows of ${owner}`
}

function otherContents(name: string, contents: string, wanted: string): SyncError {
  const advice = 'Choose another database, or use the same options as before.'
  return new SyncError('mismatch', `${name} contains ${contents}, not ${wanted}`, advice)
}

/**
 * Waits for the height of the last sync and for `least`, because nodes behind a load balancer can lag behind. Two responses in a row
 * must have reached the block, because a single one can report a wrong height.
 */
export async function newestBlock(
  node: Node,
  { name, state }: Tables,
  { first, least = 0, signal }: { first?: Block | undefined; least?: number | undefined; signal: AbortSignal },
): Promise<Block> {
  const known = state?.height ?? state?.reading ?? 0
  let previous = first ?? (await node.newestBlock(signal))
  for (let attempt = 1; ; attempt++) {
    const newest = await node.newestBlock(signal)
    const block = earlier(previous, newest)
    previous = newest
    const { height } = block
    if (height >= known && height >= least) return block
    if (attempt === blockRetry.attempts)
      throw height < known ? laggingNodeError(name, height, known) : laggingRestError(height, least)
    await sleep(blockRetry.delay, undefined, { signal })
  }
}

function laggingNodeError(name: string, height: number, least: number): FlowQueryError {
  return new FlowQueryError(
    'node',
    `The node is at block ${height}, but ${name} is at block ${least}. The node lags, or its chain was restarted`,
    { retryable: true },
    'Try again later or use another node. If the chain was restarted, choose a new database.',
  )
}

function laggingRestError(height: number, rpcHeight: number): FlowQueryError {
  return new FlowQueryError(
    'node',
    `The REST API of the node is at block ${height}, but its RPC is at block ${rpcHeight}`,
    { retryable: true },
    'The load balancer may have selected a node that lags.',
  )
}

function earlier(one: Block, other: Block): Block {
  if (one.height !== other.height) return one.height < other.height ? one : other
  return one.time < other.time ? one : other
}

/** Reads again if a block looks like a reset of the chain. A later block of the same chain must confirm it. */
export async function checkNotReset(
  node: Node,
  { name }: Database,
  { known, newest, signal }: { known: Block; newest: Block; signal: AbortSignal | undefined },
): Promise<void> {
  for (let attempt = 1; isAfterReset(known, newest) && attempt <= resetAttempts; attempt++) {
    await sleep(blockRetry.delay, undefined, { signal })
    const next = await node.newestBlock(signal)
    if (!isAfterReset(known, next)) return
    if (next.height <= newest.height || next.time <= newest.time) continue
    const problem = `The chain was reset to an earlier block: ${name} is at block ${known.height}, and the chain is now at block ${next.height}`
    throw new SyncError('mismatch', problem, 'Choose a new database.')
  }
}

function isAfterReset(known: Block, newest: Block): boolean {
  return known.isTimeReported && newest.isTimeReported && isReset(reported(known), reported(newest))
}

function reported({ height, time }: Block): ReportedBlock {
  return { height, time: Number(time / 1_000_000n) }
}

export async function checkChain({ client }: Node, tables: Tables, height: number, signal: AbortSignal): Promise<void> {
  if (!tables.state) return
  const { flow, run } = await tables.readNewestKnown()
  if (flow) {
    const there = await client.flow({ id: flow.id, height }, { signal }).catch((error: unknown) => {
      if (isFlowQueryError(error, 'notFound')) return undefined
      throw error
    })
    if (there?.owner !== flow.owner)
      throw otherChainError(`The node does not have flow ${flow.id}, which is in ${tables.name}`)
  }
  if (run) {
    const page = { id: run.id, offset: run.executions - 1, limit: 1, height }
    const { history } = await client.flowHistory(page, { signal })
    checkSame(run, history[0])
  }
}

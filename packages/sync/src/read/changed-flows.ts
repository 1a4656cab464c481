import { type Flow, isFlowQueryError, type ScanProgress } from '@flow-query/core'
import { digestOf, json } from '../rows.js'
import type { KnownFlow, Tables } from '../tables.js'
import { type Selection, scanSelected } from './chain.js'
import type { Node } from './node.js'

/** The number of flows that one database query looks up. */
const groupSize = 500
/** How far the node's clock may be ahead of this machine's, in milliseconds. */
const clockSkew = 5 * 60_000

/** A flow to read, and its row in the database. */
export interface FlowToRead {
  flow: Flow
  known: KnownFlow | undefined
}

/** Scans all selected flows and yields those that are new or may have changed. */
export async function* changedFlows(
  node: Node,
  tables: Tables,
  options: Selection & {
    height: number
    concurrency: number
    signal: AbortSignal
    /** Called when the total is known. */
    onScanned: (progress: ScanProgress) => void
    /** Called for each flow that has not changed. */
    onUnchanged: () => void
  },
): AsyncGenerator<FlowToRead> {
  const { height, concurrency, signal, onScanned, onUnchanged } = options
  const flows = scanSelected(node, options, { height, concurrency, signal, onProgress: onScanned })
  const newestKnown = BigInt((await tables.readNewest()).flow?.id ?? 0)

  for await (const group of inGroups(flows, groupSize)) {
    const [first = '0', last = '0'] = [group[0]?.id, group.at(-1)?.id]
    const known = BigInt(first) > newestKnown ? undefined : await tables.readFlows(first, last)
    const soon = BigInt(Date.now() + clockSkew) * 1_000_000n
    for (const flow of group) {
      const knownFlow = known?.get(flow.id)
      if (mayHaveChanged(flow, knownFlow, soon)) yield { flow, known: knownFlow }
      else onUnchanged()
    }
  }
}

/**
 * Whether a flow or its executions may differ from the rows in the database.
 *
 * Most runs change the flow's `execTime`. Two events change only the history: the last run of a flow, and an acknowledgement
 * from another chain, which changes the newest execution.
 *
 * @param soon a time in nanoseconds since 1970. The block that is read is not newer than it
 */
function mayHaveChanged(flow: Flow, known: KnownFlow | undefined, soon: bigint): boolean {
  if (!known || known.digest === null || known.digest !== digestOfFlow(flow)) return true
  return known.unansweredSince !== null || (known.nextExecTime !== null && known.nextExecTime <= soon)
}

/** Undefined for a flow that can't be stored. Its error is reported when its history is read. */
function digestOfFlow(flow: Flow): string | undefined {
  try {
    return digestOf(json(flow))
  } catch (error) {
    if (!isFlowQueryError(error, 'decode')) throw error
    return undefined
  }
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

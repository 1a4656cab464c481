import { type Flow, isFlowQueryError } from '@flow-query/core'
import type { ScanProgress } from '@flow-query/core/scan'
import { digestOf, json } from '../rows/rows.js'
import type { KnownFlow, Tables } from '../tables.js'
import { type Selection, scanSelected } from './chain.js'
import type { Node } from './node.js'

const groupSize = 500
const clockSkew = 5 * 60_000

export interface FlowToRead {
  flow: Flow
  known: KnownFlow | undefined
}

export async function* changedFlows(
  node: Node,
  tables: Tables,
  options: Selection & {
    height: number
    concurrency: number
    signal: AbortSignal
    onScanned: (progress: ScanProgress) => void
    onUnchanged: () => void
  },
): AsyncGenerator<FlowToRead> {
  const { height, concurrency, signal, onScanned, onUnchanged } = options
  const flows = scanSelected(node, options, { height, concurrency, signal, onProgress: onScanned })
  const newestKnown = BigInt((await tables.readNewestKnown()).flow?.id ?? 0)

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

/** Most runs change the flow's `execTime`. The last run of a flow and an acknowledgement from another chain don't. */
function mayHaveChanged(flow: Flow, known: KnownFlow | undefined, soon: bigint): boolean {
  if (!known || known.digest === null || known.digest !== digestOfFlow(flow)) return true
  return known.unansweredSince !== null || (known.nextExecTime !== null && known.nextExecTime <= soon)
}

/** Returns undefined for an invalid flow, whose error is reported when its history is read. */
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

import {
  type Flow,
  FlowQueryError,
  isFlowQueryError,
  type ScanOptions,
  scanFlows,
  scanFlowsForOwner,
} from '@flow-query/core'
import { agentRow, type Source } from '../rows.js'
import type { Row } from '../store.js'
import type { Node } from './node.js'

/** Selects the flows to sync. */
export interface Selection {
  /** Null for the flows of all owners. */
  readonly owner: string | null
  /** The ID of the first flow. */
  readonly from: string
}

/** Scans the selected flows, ordered by ID. */
export async function* scanSelected(
  { client }: Node,
  { owner, from }: Selection,
  options: ScanOptions,
): AsyncGenerator<Flow, void, undefined> {
  if (owner === null) {
    yield* scanFlows(client, { ...options, from })
    return
  }
  for await (const flow of scanFlowsForOwner(client, { ...options, owner }))
    if (BigInt(flow.id) >= BigInt(from)) yield flow
}

/**
 * Reads all trustless agents as rows, without duplicates.
 *
 * @throws {FlowQueryError} `node` if the node repeats pages forever
 */
export async function readAgents({ client }: Node, source: Source, signal: AbortSignal | undefined): Promise<Row[]> {
  const rows = new Map<string, Row>()
  try {
    for (let key: string | null | undefined; key !== null; ) {
      const page = await client.trustlessAgents({ key, height: source.height }, { signal })
      const before = rows.size
      for (const agent of page.trustlessAgents) rows.set(agent.agentAddress, agentRow(agent, source))
      if (page.nextKey !== null && rows.size === before)
        throw new FlowQueryError(
          'node',
          `The list of agents does not end, because the page key ${page.nextKey} returns known agents`,
        )
      key = page.nextKey
    }
  } catch (error) {
    // Old releases have no agents.
    if (!isFlowQueryError(error, 'unsupported')) throw error
  }
  return [...rows.values()]
}

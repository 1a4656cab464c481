import { type Flow, isFlowQueryError, type ScanOptions, scanFlows, scanFlowsForOwner } from '@flow-query/core'
import type { Node } from './node.js'
import { agentRow, type Source } from './rows.js'
import type { Row } from './store.js'

/** Which flows are wanted. */
export interface Selection {
  /** Whose; null for everybody's. */
  readonly owner: string | null
  /** The first one. */
  readonly from: string
}

/** The flows that are wanted, in the order of their ids. */
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

/** All trustless agents, as rows. */
export async function readAgents({ client }: Node, source: Source, signal: AbortSignal | undefined): Promise<Row[]> {
  const rows: Row[] = []
  try {
    for (let key: string | null | undefined; key !== null; ) {
      const page = await client.trustlessAgents({ key, height: source.height }, { signal })
      rows.push(...page.trustlessAgents.map(agent => agentRow(agent, source)))
      key = page.nextKey
    }
  } catch (error) {
    // Not every release has agents.
    if (!isFlowQueryError(error, 'unsupported')) throw error
  }
  return rows
}

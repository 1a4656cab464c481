import { type Flow, isFlowQueryError, type PageArgs } from '@flow-query/core'
import { followPages, type ScanOptions, scanFlows, scanFlowsForOwner } from '@flow-query/core/scan'
import { agentRow, type Source } from '../rows/rows.js'
import type { Row } from '../store.js'
import type { Node } from './node.js'

export interface Selection {
  readonly owner: string | null
  readonly from: string
}

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

export async function readAgents({ client }: Node, source: Source, signal: AbortSignal | undefined): Promise<Row[]> {
  const readPage = async (page: PageArgs) => {
    const { trustlessAgents: items, ...info } = await client.trustlessAgents(
      { ...page, height: source.height },
      { signal },
    )
    return { items, ...info }
  }
  const rows = new Map<string, Row>()
  try {
    for await (const { items } of followPages(readPage))
      for (const agent of items) rows.set(agent.agentAddress, agentRow(agent, source))
  } catch (error) {
    // Old releases have no agents.
    if (!isFlowQueryError(error, 'unsupported')) throw error
  }
  return [...rows.values()]
}

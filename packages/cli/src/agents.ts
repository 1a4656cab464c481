import type { TrustlessAgent } from '@flow-query/core'
import { describeAgentFee, shortenAddress } from '@flow-query/format'
import type { Output } from './terminal/output.js'
import type { Column } from './terminal/table.js'

/** The columns of the agents table. Agent addresses are never shortened, because other commands need them as arguments. */
export function agentColumns(output: Output): Column<TrustlessAgent>[] {
  const address = Number.isFinite(output.columns) ? shortenAddress : (text: string) => text
  return [
    { title: 'Agent', cell: ({ agentAddress }) => ({ text: agentAddress, look: 'bold' }) },
    { title: 'Fee per run', cell: describeAgentFee, least: 12 },
    { title: 'Connection', cell: ({ icaConfig }) => icaConfig.connectionId, from: 100 },
    { title: 'Fee admin', cell: ({ feeConfig }) => address(feeConfig.feeAdmin), from: 120 },
  ]
}

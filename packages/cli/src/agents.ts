import type { TrustlessAgent } from '@flow-query/core'
import { describeAgentFee, shortenAddress } from '@flow-query/words'
import type { Output } from './terminal/output.js'
import type { Column } from './terminal/table.js'

/** The table of agents. Their addresses are what one asks with, and always whole. */
export function agentColumns(output: Output): Column<TrustlessAgent>[] {
  const address = Number.isFinite(output.columns) ? shortenAddress : (text: string) => text
  return [
    { title: 'Agent', cell: ({ agentAddress }) => ({ text: agentAddress, look: 'bold' }) },
    { title: 'Fee a run', cell: describeAgentFee, least: 12 },
    { title: 'Connection', cell: ({ icaConfig }) => icaConfig.connectionId, from: 100 },
    { title: 'Fee admin', cell: ({ feeConfig }) => address(feeConfig.feeAdmin), from: 120 },
  ]
}

import { formatCount, formatNumber } from '@flow-query/format'

/** The text of the page of an owner. */
export const ownerWords = {
  title: 'Owner',
  attention: 'Needs attention',
  attentionAll: (flows: number) => `View all ${formatNumber(flows)}`,
  fees: (checked: number, total: number | null) =>
    checked === total ? 'Fees of recent runs' : `Fees of recent runs of ${formatCount(checked, 'checked flow')}`,
  noFees: 'None',
  accounts: 'Interchain accounts',
  accountsHelp: 'On each connection, this owner has a separate account on the other chain.',
  connection: 'Connection',
  connectionHint: 'connection-0',
  lookUp: 'Look up',
  agents: 'Managed agents',
  flows: 'Flows',
  allStatuses: 'All statuses',
  empty: 'No flows',
  emptyHelp: 'This address is valid but owns no flows on this chain. The flow may belong to another account.',
  badAddress: 'Invalid address',
  badAddressHelp: 'Check the address for typos. You can copy it from a wallet or from a list of flows.',
}

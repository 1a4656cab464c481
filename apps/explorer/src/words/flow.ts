import type { HistorySummary } from '@flow-query/core/insights'
import { formatCount, formatNumber } from '@flow-query/format'

/** The text of the page of a flow. */
export const flowWords = {
  overline: 'Flow',
  accounts: 'Accounts',
  owner: 'Owner',
  feeAddress: 'Fee account',
  health: 'Health',
  viewRun: (number: number) => `View run ${number}`,
  nextRun: 'Next run',
  lastRun: 'Last run',
  noNext: 'None',
  notYet: 'None yet',
  success: 'Succeeded',
  successOf: ({ runs, attempted }: HistorySummary) =>
    attempted ? `${formatNumber(runs.succeeded + runs.feeNotCollected)} of ${formatNumber(attempted)}` : '–',
  /** Skipped and pending runs are listed separately, because they neither succeeded nor failed. */
  attempted: ({ runs, attempted }: HistorySummary, isWhole: boolean) => {
    const all = attempted + runs.skipped + runs.pending
    const counts = [
      ...(isWhole ? [] : [`last ${formatNumber(all)} runs`]),
      ...(isWhole && attempted ? [attempted === 1 ? 'run' : 'runs'] : []),
      ...(runs.skipped ? [`${formatNumber(runs.skipped)} skipped`] : []),
      ...(runs.pending ? [`${formatNumber(runs.pending)} pending`] : []),
    ]
    return counts.join(', ')
  },
  period: (runs: number, isWhole: boolean) => {
    if (runs === 0) return ''
    if (isWhole) return runs === 1 ? '1 run' : `all ${formatNumber(runs)} runs`
    return runs === 1 ? 'last run' : `last ${formatNumber(runs)} runs`
  },
  fees: 'Fees',
  noFees: 'None',
  delay: 'Median delay',
  delayNote: (p95: string) => `95% within ${p95}`,
  schedule: 'Schedule',
  starts: 'Start',
  ends: 'End',
  legend: { run: 'past run', now: 'now', next: 'next run' },
  updated: 'Updated',
  updates: (count: number) => (count > 1 ? ` (${formatCount(count, 'update')})` : ''),
  messages: 'Messages',
  json: 'JSON',
  conditions: 'Conditions',
  configuration: 'Configuration',
  results: {
    holds: 'Met now',
    fails: 'Not met now',
    applies: 'Applies now',
    idle: 'Does not apply now',
    unknown: 'Not known yet',
  },
  found: (value: string) => `Current value: ${value}`,
  accountOn: (connectionId: string) => `Account on ${connectionId}`,
  agent: 'Trustless agent',
  agentAccount: (connectionId: string) => `Agent account on ${connectionId}`,
  notFound: (id: string) => `Flow ${id} not found`,
  notFoundHelp: 'This flow does not exist yet, or it is on another chain.',
  badId: (id: string) => `“${id}” is not a valid flow ID`,
  badIdHelp: 'A flow ID is a whole number, such as 14.',
}

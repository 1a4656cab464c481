import { formatCount, formatNumber } from '@flow-query/format'

/** The text of the overview, and of lists of flows that need attention. */
export const overviewWords = {
  title: 'Overview',
  attention: 'Needs attention',
  attentionAll: 'View all',
  noAttention: (checked: number, total: number | null) =>
    checked === total ? 'No flows need attention.' : 'None of the checked flows need attention.',
  /** `total` is null if only the newest flows are loaded. */
  checked: (checked: number, total: number | null) => {
    if (total === null) return `${formatNumber(checked)} of the newest flows checked`
    if (total === 0) return 'No flows have started yet'
    if (checked < total) return `${formatNumber(checked)} of ${formatCount(total, 'started flow')} checked`
    return total === 1 ? '1 started flow checked' : `All ${formatNumber(total)} started flows checked`
  },
  unread: (flows: number) => `${formatNumber(flows)} failed to load`,
  checkMore: (flows: number) => `Check ${formatNumber(flows)} more`,
  upcoming: 'Upcoming runs',
  hour: 'Next hour',
  day: 'Next 24 hours',
  upcomingSum: (runs: number, most: number, slot: string) =>
    `${formatCount(runs, 'run')}, at most ${formatNumber(most)} in ${slot}`,
  upcomingAll: 'View all',
  noUpcoming: 'No upcoming runs',
  newest: 'Recent runs',
  newestAll: 'View all',
  noRuns: 'No runs yet',
  owners: 'Top owners',
  ownerFlows: (flows: number) => formatCount(flows, 'flow'),
  burnt: 'Total burned',
}

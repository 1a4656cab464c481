import type { ForecastAssumption, ForecastFunds, ForecastOutcome } from '@flow-query/core/forecast'
import { formatCount, formatNumber } from '@flow-query/format'

/** The text about forecasts and funds. */
export const forecastWords = {
  title: 'Forecast of the next run',
  checking: 'Next run: checking balances and permissions…',
  unknown: 'Next run: can’t be predicted',
  unread: (error: string) => `Some facts are unknown, because they couldn’t be read: ${error.toLowerCase()}.`,
  payer: {
    feeAccount: (balance: string, cost: string) => `The fee account holds ${balance}, and a run costs about ${cost}.`,
    wallet: (balance: string, cost: string) => `The owner’s wallet holds ${balance}, and a run costs about ${cost}.`,
  },
  freeRuns: 'Runs are free.',
  assumes: (assumptions: string) => `This assumes that ${assumptions}.`,
  assumptions: {
    feeLikeLastRun: 'the fee stays the same',
    feeEstimated: 'the fee isn’t higher than the chain’s estimate',
    agentFeeUnchanged: 'the agent doesn’t change its fee',
    messagesLikeLastRun: 'the messages have the same effects as in the last run',
    answersArrive: 'the other chain responds to each run before the next one',
    bothReleases: 'the chain’s release is unknown',
  } satisfies Partial<Record<ForecastAssumption, string>>,
  otherRisks: (risks: number, areLater: boolean) =>
    formatCount(
      risks,
      areLater ? 'possible problem later' : 'more possible problem',
      areLater ? 'possible problems later' : undefined,
    ),
  copyAmount: (amount: string) => `amount ${amount}`,
  /** The expected outcome of a future run on the timeline. */
  expected: {
    succeeded: 'expected to succeed',
    feeNotCollected: 'the fee is not expected to be collected',
    failed: 'expected to fail',
    skipped: 'expected to be skipped',
    unknown: 'outcome unknown',
    none: 'won’t run',
  } satisfies Record<ForecastOutcome | 'none', string>,

  funds: 'Funds',
  feeAccount: 'Fee account',
  wallet: 'Owner’s wallet',
  emptyAccount: 'Empty',
  unreadAccount: 'Unknown',
  moreCoins: (coins: number) => `${formatNumber(coins)} more`,
  notes: {
    feeAccount: {
      feeAccount: 'Pays the fees',
      wallet: 'Not enough for a run, so the owner’s wallet pays',
      none: 'Not enough for a run',
    } satisfies Record<ForecastFunds['payer'], string>,
    pays: 'Pays the fees',
    fallback: 'Pays the fees if the fee account can’t',
    never: 'Doesn’t pay fees',
    stranded: 'Stranded, because this flow won’t run again',
    willStrand: (amount: string) => `${amount} will be left when the flow ends, and can’t be used anymore`,
  },
  costPerRun: 'Cost per run',
  paidRuns: 'Enough for',
  runsOf: ({ atLeast, likely, atMost }: ForecastFunds['runs'], scheduled: number) => {
    const of = `of ${formatCount(scheduled, 'run')}`
    if (atMost === null || atLeast === atMost) return `${formatNumber(likely)} ${of}`
    if (atMost === scheduled) return `at least ${formatNumber(atLeast)} ${of}`
    return `${formatNumber(atLeast)} to ${formatNumber(atMost)} ${of}`
  },

  dryRun: 'Dry run',
  dryRunning: 'Running…',
  dryRunHelp: 'Executes the messages on the current state of the chain, without changing it.',

  failures: 'Next failures',
  noFailures: (checked: number, total: number | null) =>
    checked === total ? 'No failures expected.' : 'No failures expected in the checked flows.',
  /** `total` is null if only the newest flows are loaded. */
  checked: (checked: number, total: number | null) => {
    if (total === null) return `${formatNumber(checked)} of the newest flows checked`
    if (total === 0) return 'No flows are running'
    if (checked < total)
      return `${formatNumber(checked)} of ${formatCount(total, 'running flow')} checked, soonest first`
    return total === 1 ? '1 running flow checked' : `All ${formatNumber(total)} running flows checked`
  },
  unreadFacts: 'Some facts couldn’t be read, so failures may be missing.',
  moreFailures: (failures: number) => `and ${formatNumber(failures)} more`,
}

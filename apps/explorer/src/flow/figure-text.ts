import type { HistorySummary } from '@flow-query/core/insights'
import { formatNumber } from '@flow-query/format'

/** The number of successful runs, such as `5 of 6`. */
export function successText({ runs, attempted }: HistorySummary): string {
  if (!attempted) return '–'
  return `${formatNumber(runs.succeeded + runs.feeNotCollected)} of ${formatNumber(attempted)}`
}

/**
 * The runs that {@link successText} counts, such as `last 50 runs, 2 skipped`. Skipped and pending runs are listed separately, because
 * they neither succeeded nor failed.
 *
 * @param isWhole whether these are all runs of the flow
 */
export function attemptedText({ runs, attempted }: HistorySummary, isWhole: boolean): string {
  const all = attempted + runs.skipped + runs.pending
  const counts = [
    ...(isWhole ? [] : [`last ${formatNumber(all)} runs`]),
    ...(isWhole && attempted ? [attempted === 1 ? 'run' : 'runs'] : []),
    ...(runs.skipped ? [`${formatNumber(runs.skipped)} skipped`] : []),
    ...(runs.pending ? [`${formatNumber(runs.pending)} pending`] : []),
  ]
  return counts.join(', ')
}

/** The runs whose fees are summed, such as `last 50 runs`. */
export function periodText(runs: number, isWhole: boolean): string {
  if (runs === 0) return ''
  if (isWhole) return runs === 1 ? '1 run' : `all ${formatNumber(runs)} runs`
  return runs === 1 ? 'last run' : `last ${formatNumber(runs)} runs`
}

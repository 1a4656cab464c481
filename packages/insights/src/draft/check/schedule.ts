import { isInterchain } from '../../forecast/forecast-facts.js'
import { usualAnswer } from '../../forecast/simulation/relayer.js'
import { scheduleOf } from '../../forecast/simulation/schedule.js'
import { parseDuration } from '../duration.js'
import type { DraftProblem } from '../result.js'
import type { CheckedDraft } from './checked-draft.js'

export function scheduleProblems({ draft, flow }: CheckedDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  if (Number(draft.startAt) > 0 && parseDuration(draft.interval) === 0 && parseDuration(draft.duration) > 0)
    problems.push({ kind: 'runsInEveryBlock', path: 'interval', effect: 'losesMoney' })
  const { interval, runs } = scheduleOf(flow)
  const { comparisons, feedbackLoops } = draft.conditions
  const needsRelayer = isInterchain(flow) || [...comparisons, ...feedbackLoops].some(({ icqConfig }) => icqConfig)
  // If a run is unanswered when the next one is due, the next run is the last.
  if (needsRelayer && runs > 1 && interval < usualAnswer) {
    const limit = `${usualAnswer / 1_000}s`
    problems.push({
      kind: 'intervalTooShortForRelayer',
      path: 'interval',
      effect: 'stops',
      value: draft.interval,
      limit,
    })
  }
  return problems
}

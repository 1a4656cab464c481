import { type Flow, toDate } from '@flow-query/core'
import type { FlowHealth, HealthyFlow, OverFlow, Run, StopRule, WaitingFlow } from '@flow-query/core/insights'
import { type Denoms, knownDenoms } from './amount.js'
import { type FlowPart, lowered, type Phrase, type RunPart } from './phrase.js'
import { explainFailure, nameFailure } from './problem.js'
import { describeNextRun } from './schedule.js'
import { describeStop, describeStopBriefly } from './stop.js'
import { ago } from './time.js'

/** How a flow is: see {@link explainHealth}. */
export interface HealthExplanation {
  /** `Failing since run 12 (3 h ago): nothing was left to pay the fee`. */
  title: Phrase<FlowPart | RunPart>
  /** What helps, or what comes by itself, in a sentence or two; null where nothing is to be said. */
  help: string | null
  /** What went wrong, in the chain's own words; null where nothing did, or the chain said nothing. */
  chainSaid: string | null
}

/**
 * In a word or three, as on a badge: `Healthy`, `Failing`, `Waiting`, `Completed`, `Stopped`, `Failed` (nothing but failures),
 * `Last run failed`, `Never ran`, `Unknown`.
 */
export function nameHealth(health: FlowHealth): string {
  if (health.state !== 'over') return names[health.state]
  if (health.stopped) return 'Stopped'
  if (!health.since) return 'Never ran'
  if (health.allFailed) return 'Failed'
  return health.cause === null ? 'Completed' : 'Last run failed'
}

const names: Record<Exclude<FlowHealth['state'], 'over'>, string> = {
  healthy: 'Healthy',
  failing: 'Failing',
  waiting: 'Waiting',
  unknown: 'Unknown',
}

/** Whether something went wrong that its owner should look at: it fails, it ended with a failure, or a failure stopped it. */
export function needsAttention(health: FlowHealth): boolean {
  if (health.state !== 'over') return health.state === 'failing'
  return health.cause !== null || (health.stopped !== null && failures.has(health.stopped.rule))
}

const failures: ReadonlySet<StopRule> = new Set([
  'stopOnFailure',
  'stopOnTimeout',
  'feeBalanceTooLow',
  'unansweredRun',
  'unansweredQuery',
])

/**
 * How a flow is, for a row of a table: `Failing since run 12: nothing was left to pay the fee`, `Stopped: run 7 timed out`.
 * It says the same at any time.
 */
export function describeHealth(health: FlowHealth): Phrase<FlowPart | RunPart> {
  switch (health.state) {
    case 'healthy':
      return describeHealthy(health)
    case 'failing':
      return ['Failing', ...sinceRun(health), `: ${lowered(nameFailure(health))}`]
    case 'waiting':
      return ['Waiting for ', ...waitsFor(health)]
    case 'over':
      if (health.stopped) return describeStopBriefly(health.stopped)
      return [health.outcome === 'succeeded' ? 'Completed' : describeEnd(health)]
    case 'unknown':
      return ['How it goes is not known']
  }
}

/**
 * How a flow is, for the first lines of its page: what is wrong with it, since when, and what helps.
 *
 * @param now milliseconds since 1970
 */
export function explainHealth(
  health: FlowHealth,
  flow: Flow,
  now: number,
  denoms: Denoms = knownDenoms,
): HealthExplanation {
  switch (health.state) {
    case 'healthy':
      return { title: describeHealthy(health, now), help: null, chainSaid: null }
    case 'failing': {
      const { title, help, chainSaid } = explainFailure(health, flow, denoms)
      return { title: ['Failing', ...sinceRun(health, now), `: ${lowered(title)}`], help, chainSaid }
    }
    case 'waiting': {
      const first = health.for === 'start' ? `, ${describeNextRun(flow, now)}` : ''
      return { title: ['Waiting for ', ...waitsFor(health, now), first], help: waitHelps[health.for], chainSaid: null }
    }
    case 'over':
      return explainEnd(health, flow, now, denoms)
    case 'unknown':
      return {
        title: ['How it goes is not known'],
        help: 'Its newest runs do not tell, or were not asked for.',
        chainSaid: null,
      }
  }
}

function explainEnd(health: OverFlow, flow: Flow, now: number, denoms: Denoms): HealthExplanation {
  const { stopped, cause, message, since } = health
  const { title, help, chainSaid } =
    cause === null ? { title: null, help: null, chainSaid: null } : explainFailure({ cause, message }, flow, denoms)
  if (!stopped) return { title: [describeEnd(health) + when(since, now)], help, chainSaid }
  // Of a fee that could not be paid the rule says it all.
  const problem = chainSaid === null || stopped.rule === 'feeBalanceTooLow' ? '' : `. ${title}`
  return {
    title: [...describeStop(stopped), when(stopped.run, now), problem],
    help: help ?? stopHelps[stopped.rule] ?? null,
    chainSaid,
  }
}

/** How a flow ended on its time. */
function describeEnd({ since, outcome, cause, message, allFailed }: OverFlow): string {
  if (!since) return 'It is over and never ran'
  if (cause !== null) {
    const runs = since.number === 1 ? 'its only run failed' : `its last run${allFailed ? 's' : ''} failed`
    return `Ended, and ${runs}: ${lowered(nameFailure({ cause, message }))}`
  }
  if (outcome === 'skipped') return 'Completed, and its last run was skipped'
  if (outcome === 'pending') return 'Completed, but for the answer of another chain'
  return 'Completed, and its last run succeeded'
}

const waitHelps: Record<WaitingFlow['for'], string | null> = {
  start: null,
  conditions: 'Its newest run was skipped, as its conditions were not met. They are checked again at the next.',
  answer: 'The answer comes by itself, or does not come in time.',
}

const stopHelps: Partial<Record<StopRule, string>> = {
  unansweredRun:
    'Whether it ran there cannot be told from here: look at the interchain account on the other chain. Usually no relayer carried the answer.',
  unansweredQuery: 'The answer did not come within the time that the flow gives it. Usually no relayer carried it.',
}

function waitsFor(health: WaitingFlow, now?: number): Phrase<RunPart> {
  if (health.for === 'start') return ['its first run']
  if (health.for === 'conditions') return ['its conditions', ...sinceRun(health, now)]
  return ['the answer of another chain', ...sinceRun(health, now)]
}

/** Since when is worth a word only where it was not always so. */
function describeHealthy(health: HealthyFlow, now?: number): Phrase<RunPart> {
  const wasOtherwise = !health.orEarlier && health.since.number !== null && health.since.number > 1
  return ['Healthy', ...(wasOtherwise ? sinceRun(health, now) : [])]
}

/** ` since run 12 (3 h ago) or earlier`; without `now`, no time is told. */
function sinceRun({ since, orEarlier }: { since: Run | null; orEarlier: boolean }, now?: number): Phrase<RunPart> {
  if (since === null) return []
  const time = now === undefined ? '' : when(since, now)
  const earlier = orEarlier ? ' or earlier' : ''
  if (since.number === null) return time ? [` since a run${time}${earlier}`] : []
  const rest = time + earlier
  return [' since ', { run: since.number }, ...(rest ? [rest] : [])]
}

/** ` (3 h ago)`. */
function when(run: Run | null, now: number): string {
  const date = run && toDate(run.time)
  return date ? ` (${ago(date.getTime(), now)})` : ''
}

import { type Flow, toDate } from '@flow-query/core'
import type {
  EndedFlow,
  FailingFlow,
  FlowHealth,
  HealthyFlow,
  Run,
  StopRule,
  WaitingFlow,
} from '@flow-query/core/insights'
import { formatNumber } from './number.js'
import { type FlowPart, lowered, type Phrase, type RunPart } from './phrase.js'
import {
  adviseOn,
  type Diagnosis,
  describeStranded,
  diagnoseFailure,
  type ExplainOptions,
  nameFailure,
} from './problem.js'
import { describeNextRun } from './schedule.js'
import { describeStop, describeStopBriefly } from './stop.js'
import { ago } from './time.js'

/** A description of a flow's health, from {@link explainHealth}. */
export interface HealthExplanation {
  /** The state and its cause: `Failing: insufficient balance`. */
  title: Phrase<FlowPart | RunPart>
  /**
   * The run that the title is about, and the start of the current series of failures: `Newest failure: run 14 (3 min ago). Failing
   * since run 12 (3 h ago), 3 runs in a row`. Null for flows that are not failing.
   */
  since: Phrase<FlowPart | RunPart> | null
  /** How to fix the problem, or why no fix is needed, in one or two sentences. Null if there is nothing to add. */
  help: string | null
  /** The chain's error message. Null if the chain reported no error. */
  chainSaid: string | null
}

/**
 * Returns a short name for a badge: `Healthy`, `Failing`, `Fee not collected`, `Waiting`, `Completed`, `Stopped`, `Failed` (all runs
 * failed), `Last run failed`, `Never ran` or `Unknown`.
 */
export function nameHealth(health: FlowHealth): string {
  if (health.state === 'failing') return health.cause === 'feeNotCollected' ? 'Fee not collected' : 'Failing'
  if (health.state !== 'ended') return names[health.state]
  if (health.stopped) return 'Stopped'
  if (!health.since) return 'Never ran'
  if (health.allFailed) return 'Failed'
  return health.cause === null ? 'Completed' : 'Last run failed'
}

const names: Record<Exclude<FlowHealth['state'], 'ended' | 'failing'>, string> = {
  healthy: 'Healthy',
  waiting: 'Waiting',
  unknown: 'Unknown',
}

/**
 * Describes a flow's health for a row of a table: `Failing: insufficient balance` or `Stopped: run 7 timed out`. The text doesn't
 * depend on the current time.
 */
export function describeHealth(health: FlowHealth): Phrase<FlowPart | RunPart> {
  switch (health.state) {
    case 'healthy':
      return describeHealthy(health)
    case 'failing':
      return [`${nameFailing(health)}: ${lowered(nameFailure(health))}`]
    case 'waiting':
      return ['Waiting for ', ...waitsFor(health)]
    case 'ended':
      if (health.stopped) return describeStopBriefly(health.stopped)
      return [health.outcome === 'succeeded' ? 'Completed' : describeEnd(health)]
    case 'unknown':
      return ['Health unknown']
  }
}

/**
 * Describes a flow's health for the top of its page: what is wrong, since when, and how to fix it.
 *
 * @param now milliseconds since 1970
 */
export function explainHealth(
  health: FlowHealth,
  flow: Flow,
  now: number,
  options: Omit<ExplainOptions, 'status'> = {},
): HealthExplanation {
  const nothing = { since: null, help: null, chainSaid: null }
  switch (health.state) {
    case 'healthy':
      return { ...nothing, title: describeHealthy(health, now) }
    case 'failing': {
      const diagnosis = diagnoseFailure(health, flow, options)
      return {
        title: [`${nameFailing(health)}: ${lowered(diagnosis.title)}`],
        since: describeSeries(health, now),
        help: adviseOn(diagnosis, options),
        chainSaid: health.message,
      }
    }
    case 'waiting': {
      const first = health.for === 'start' ? `, ${describeNextRun(flow, now)}` : ''
      return { ...nothing, title: ['Waiting for ', ...waitsFor(health, now), first], help: waitHelps[health.for] }
    }
    case 'ended':
      return { ...nothing, ...explainEnd(health, flow, now, options) }
    case 'unknown':
      return { ...nothing, title: ['Health unknown'], help: 'The loaded runs don’t show the flow’s health.' }
  }
}

/** If a fee can't be collected, the messages still take effect, so the flow isn't called failing. */
function nameFailing({ cause }: FailingFlow): string {
  return cause === 'feeNotCollected' ? 'Unpaid fees' : 'Failing'
}

/**
 * Describes the current series of failures: `12 runs in a row`, or `20 or more runs in a row` if older runs are unknown. Returns
 * null for a single failure.
 */
export function describeFailures({ failures, orEarlier }: FailingFlow): string | null {
  if (orEarlier) return `${formatNumber(failures)} or more runs in a row`
  return failures > 1 ? `${formatNumber(failures)} runs in a row` : null
}

/** Starts with the newest failed run, because the title is about this run. Then describes the series of failures. */
function describeSeries(health: FailingFlow, now: number): Phrase<RunPart> {
  const failures = describeFailures(health)
  if (failures === null) return [nameFailing(health), ...sinceRun(health, now)]
  return [
    ...describeNewestFailure(health.failedRun, now),
    nameFailing(health),
    ...sinceRun(health, now),
    `, ${failures}`,
  ]
}

function describeNewestFailure(run: Run, now: number): Phrase<RunPart> {
  return run.number === null ? [] : ['Newest failure: ', { run: run.number }, `${when(run, now)}. `]
}

function explainEnd(
  health: EndedFlow,
  flow: Flow,
  now: number,
  options: Omit<ExplainOptions, 'status'>,
): Pick<HealthExplanation, 'title' | 'help' | 'chainSaid'> {
  const { stopped, cause, message, since } = health
  const known = { ...options, status: stopped ? ('stopped' as const) : ('completed' as const) }
  const failure = cause === null ? null : diagnoseFailure({ cause, message }, flow, known)
  const help = adviseOnEnd(stopped?.rule, failure, known)
  if (!stopped) return { title: [describeEnd(health) + when(since, now)], help, chainSaid: message }
  const title = [...describeStop(stopped), when(stopped.run, now), ...describeLastFailure(health, failure)]
  return { title, help, chainSaid: message }
}

/** Returns null for a flow that ended as intended and has no money left in its fee account. */
function adviseOnEnd(rule: StopRule | undefined, failure: Diagnosis | null, options: ExplainOptions): string | null {
  if (failure?.isFinal) return adviseOn(failure, options)
  const stop = rule && stopAdvice[rule]
  if (!failure && !stop) return describeStranded(options) || null
  const facts = [failure?.facts, failure?.isAboutPacket ? '' : stop?.facts].filter(Boolean).join(' ')
  const fixes = [failure?.fix, stop?.fix].filter(fix => fix !== undefined)
  return adviseOn({ facts, fix: fixes.map((fix, index) => (index ? lowered(fix) : fix)).join(', and ') }, options)
}

/** Describes the last failure before a stop, unless the rule already does: `. Insufficient balance`. */
function describeLastFailure(
  { stopped, failedRun, message }: EndedFlow,
  failure: Diagnosis | null,
): Phrase<FlowPart | RunPart> {
  // The rule `feeBalanceTooLow` already describes a missing fee.
  if (failure === null || message === null || failure.isFinal) return []
  if (failedRun?.time === stopped?.run?.time || typeof failedRun?.number !== 'number') return [`. ${failure.title}`]
  return ['. The last failure was ', { run: failedRun.number }, `: ${lowered(failure.title)}`]
}

/** Describes how a flow ended that ran until its end time. */
function describeEnd({ since, outcome, cause, message, allFailed }: EndedFlow): string {
  if (!since) return 'Ended without a run'
  if (cause === 'feeNotCollected') return 'Ended, and the fee of its last attempted run could not be collected'
  if (cause !== null) {
    const attempted = outcome === 'skipped' || outcome === 'pending' ? 'attempted ' : ''
    const runs = since.number === 1 ? 'its only run' : `its last ${attempted}run${allFailed ? 's' : ''}`
    return `Ended, and ${runs} failed: ${lowered(nameFailure({ cause, message }))}`
  }
  if (outcome === 'skipped') return 'Completed, and its last run was skipped'
  if (outcome === 'pending') return 'Completed, and its last run is pending on the other chain'
  return 'Completed, and its last run succeeded'
}

const waitHelps: Record<WaitingFlow['for'], string | null> = {
  start: null,
  conditions:
    'Its newest run was skipped because its conditions were not met. They are checked again at the next run. From release 1.0.5 on, a second skip in a row stops a flow for good.',
  answer: 'The other chain has not answered yet. If it doesn’t answer in time, the flow stops.',
}

/** Facts and fixes for stops that are problems. */
const stopAdvice: Partial<Record<StopRule, Pick<Diagnosis, 'facts' | 'fix'>>> = {
  stopOnFailure: {},
  stopOnTimeout: {},
  comparisons: { fix: 'Use a condition that can be met' },
  skipOnSuccessOf: {},
  skipOnFailureOf: {},
  conditions: {},
  unacknowledgedRun: {
    facts:
      'Usually a slow relayer is the reason. A late acknowledgement is recorded in the newest run, even if it belongs to an earlier one, so check the interchain account on the other chain to see which messages ran.',
    fix: 'Use an interval that is longer than the relayer’s delays',
  },
  unansweredQuery: { facts: 'Usually no relayer carried the query or its answer.' },
  unknown: {},
}

function waitsFor(health: WaitingFlow, now?: number): Phrase<RunPart> {
  if (health.for === 'start') return ['its first run']
  if (health.for === 'conditions') return ['its conditions', ...sinceRun(health, now)]
  return ['another chain', ...sinceRun(health, now)]
}

/** Mentions the start of the series only if an earlier run was not healthy. */
function describeHealthy(health: HealthyFlow, now?: number): Phrase<RunPart> {
  const wasOtherwise = !health.orEarlier && health.since.number !== null && health.since.number > 1
  return ['Healthy', ...(wasOtherwise ? sinceRun(health, now) : [])]
}

/** Returns a text such as ` since run 12 (3 h ago) or earlier`. Without `now`, it contains no time. */
function sinceRun({ since, orEarlier }: { since: Run | null; orEarlier: boolean }, now?: number): Phrase<RunPart> {
  if (since === null) return []
  const time = now === undefined ? '' : when(since, now)
  const earlier = orEarlier ? ' or earlier' : ''
  if (since.number === null) return time ? [` since a run${time}${earlier}`] : []
  const rest = time + earlier
  return [' since ', { run: since.number }, ...(rest ? [rest] : [])]
}

/** Returns a text such as ` (3 h ago)`. */
function when(run: Run | null, now: number): string {
  const date = run && toDate(run.time)
  return date ? ` (${ago(date.getTime(), now)})` : ''
}

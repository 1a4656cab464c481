import { type Flow, toDate } from '@flow-query/core'
import type {
  EndedFlow,
  FailingFlow,
  FlowHealth,
  Run,
  StopReason,
  StopRule,
  StuckFlow,
  WaitingFlow,
} from '@flow-query/insights'
import { capitalized, type FlowPart, lowered, type Phrase, type RunPart } from '../phrase.js'
import { adviseOn, describeStranded } from '../problem/advice.js'
import { deadQueries, queryChanges } from '../problem/dead-query.js'
import type { Diagnosis, ExplainOptions } from '../problem/diagnosis.js'
import { describeEffects } from '../problem/effects.js'
import { diagnoseFailure } from '../problem/problem.js'
import { countsSkips, secondSkip } from '../rules.js'
import { describeNextRun } from '../schedule.js'
import { describeLateRun, type NewestBlock } from '../time/chain-time.js'
import {
  describeEnd,
  describeFailing,
  describeFailures,
  describeHealthy,
  describeStuck,
  nameFailing,
  sinceRun,
  waitsFor,
  when,
} from './health.js'
import { describeStop } from './stop.js'

export interface HealthExplanation {
  title: Phrase<FlowPart | RunPart>
  since: Phrase<FlowPart | RunPart> | null
  /** Says that the next run is late. */
  late: string | null
  help: string | null
  chainSaid: string | null
}

export interface ExplainVerdictOptions extends Omit<ExplainOptions, 'status'> {
  /** The reader's time in milliseconds since 1970. Defaults to the time when the verdict's block was read. */
  now?: number | undefined
  /** For example `Europe/Berlin`. Defaults to the local time zone. */
  timeZone?: string | undefined
}

interface HealthOptions extends ExplainVerdictOptions {
  /** Whether the next run was forecast. */
  isForecast?: boolean
  /** Whether the chain has a release whose rules for skipped runs differ. */
  isOldRelease?: boolean | undefined
}

export function explainHealth(
  health: FlowHealth,
  flow: Flow,
  time: NewestBlock,
  options: HealthOptions = {},
): HealthExplanation {
  const late = health.state === 'ended' ? null : describeLateRun(flow, time, options)
  return { ...explainState(health, flow, time, late !== null, options), late }
}

function explainState(
  health: FlowHealth,
  flow: Flow,
  time: NewestBlock,
  isLate: boolean,
  { now = time.readAt, isForecast = false, ...options }: HealthOptions,
): Omit<HealthExplanation, 'late'> {
  const nothing = { since: null, help: null, chainSaid: null }
  switch (health.state) {
    case 'healthy':
      return { ...nothing, title: describeHealthy(health, isForecast, now) }
    case 'failing': {
      const known = { ...options, unclear: health.unclear }
      const diagnosis = diagnoseFailure(health, flow, known)
      return {
        title: [describeFailing(health)],
        since: describeSeries(health, now),
        help: [describeHealthEffects(health, options), adviseOn(diagnosis, flow, known)].filter(Boolean).join(' '),
        chainSaid: health.message,
      }
    }
    case 'waiting': {
      const first = health.for === 'start' && !isLate ? `, ${describeNextRun(flow, time, { now })}` : ''
      return {
        ...nothing,
        title: ['Waiting for ', ...waitsFor(health, now), first],
        help: adviseOnWait(health, flow, options.isOldRelease),
      }
    }
    case 'stuck':
      return { ...nothing, title: [describeStuck(health)], help: adviseOnStuck(health, flow, time, options) }
    case 'ended':
      return { ...nothing, ...explainEnd(health, flow, now, options) }
    case 'unknown':
      return { ...nothing, title: ['Health unknown'], help: 'The loaded runs don’t show the flow’s health.' }
  }
}

function describeHealthEffects({ effects }: FailingFlow | EndedFlow, { denoms }: ExplainOptions): string {
  return effects ? describeEffects(effects, denoms) : ''
}

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
  const { stopped, cause, message, since, unclear } = health
  const known = { ...options, unclear, status: stopped ? ('stopped' as const) : ('completed' as const) }
  const failure = cause === null ? null : diagnoseFailure({ cause, message }, flow, known)
  const rule = stopped?.isUnchecked ? undefined : stopped?.rule
  const advice = adviseOnEnd(rule, stopped?.deadQuery, failure, flow, known)
  const help = [describeHealthEffects(health, options), advice].filter(Boolean).join(' ') || null
  if (!stopped) return { title: [describeEnd(health) + when(since, now)], help, chainSaid: message }
  const title = [...describeStop(stopped), when(stopped.run, now), ...describeLastFailure(health, failure)]
  return { title, help, chainSaid: message }
}

function adviseOnEnd(
  rule: StopRule | undefined,
  deadQuery: StopReason['deadQuery'],
  failure: Diagnosis | null,
  flow: Flow,
  options: ExplainOptions,
): string | null {
  if (failure?.isFinal) return adviseOn(failure, flow, options)
  const stop = rule && (deadQuery ? { change: queryChanges[deadQuery] } : stopAdvice[rule])
  if (!failure && !stop && !options.unclear?.length) return describeStranded(options) || null
  const facts = [failure?.facts, failure?.isAboutPacket ? '' : stop?.facts].filter(Boolean).join(' ')
  const changes = [failure?.change, stop?.change].filter(change => change !== undefined)
  const change = changes.map((change, index) => (index ? lowered(change) : change)).join(', and ')
  return adviseOn({ facts, ...(failure?.fix && { fix: failure.fix }), ...(change && { change }) }, flow, options)
}

function describeLastFailure(
  { stopped, failedRun, message }: EndedFlow,
  failure: Diagnosis | null,
): Phrase<FlowPart | RunPart> {
  // The title already describes a missing fee and conditions that could not be checked.
  if (failure === null || message === null || failure.isFinal || stopped?.isUnchecked) return []
  if (failedRun?.time === stopped?.run?.time || typeof failedRun?.number !== 'number') return [`. ${failure.title}`]
  return ['. The last failure was ', { run: failedRun.number }, `: ${lowered(failure.title)}`]
}

function adviseOnStuck(
  { cause, since }: StuckFlow,
  flow: Flow,
  time: NewestBlock,
  options: Omit<ExplainOptions, 'status'>,
): string {
  // An update only helps before the chain has sent the query.
  const isDue = dateOf(since.time) <= dateOf(time.block) && cause !== 'queryUnanswered'
  const facts = `${capitalized(deadQueries[cause])}.`
  const details =
    cause === 'queryUnanswered' ? { facts, fix: queryChanges[cause] } : { facts, change: queryChanges[cause] }
  return adviseOn(details, flow, { ...options, ...(isDue && { status: 'stopped' as const }) })
}

function dateOf(time: string): number {
  return toDate(time)?.getTime() ?? 0
}

function adviseOnWait({ for: reason, since }: WaitingFlow, flow: Flow, isOldRelease = false): string | null {
  switch (reason) {
    case 'start':
      return null
    case 'conditions': {
      const end = countsSkips(flow) && !isOldRelease ? ` ${secondSkip}` : ''
      return `Its newest run was skipped because its conditions were not met. They are checked again at the next run.${end}`
    }
    case 'answer':
      return since?.time === flow.execTime
        ? 'The other chain has not answered a query yet. If it doesn’t answer in time, the flow stops.'
        : 'The other chain has not answered yet. If it doesn’t answer before the next run, the next run will be the last.'
  }
}

const stopAdvice: Partial<Record<StopRule, Pick<Diagnosis, 'facts' | 'change'>>> = {
  stopOnFailure: {},
  stopOnTimeout: {},
  comparisons: { change: 'Use a condition that can be met' },
  skipOnSuccessOf: {},
  skipOnFailureOf: {},
  conditions: {},
  unacknowledgedRun: {
    facts: 'Usually a slow relayer is the reason.',
    change: 'Use an interval that is longer than the relayer’s delays',
  },
  sentRun: {},
  unansweredQuery: {
    facts:
      'Either the key of the query doesn’t exist on the other chain, or no relayer carried the query or its answer.',
    change: 'Check that the key of the query exists on the other chain',
  },
  unknown: {},
}

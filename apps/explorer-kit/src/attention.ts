import { type Flow, toDate, toMilliseconds } from '@flow-query/core'
import type { FlowHealth } from '@flow-query/core/insights'
import { type FlowPart, needsAttention, type Phrase, type RunPart } from '@flow-query/words'

/** Flows that need attention: what fails still, most failures in a row first, then what ended with a failure. */
export function failingFirst<T extends { flow: Flow; health: FlowHealth }>(flows: readonly T[]): T[] {
  const failing = flows.filter(({ health }) => health.state === 'failing')
  failing.sort((a, b) => failuresInARow(b.flow, b.health) - failuresInARow(a.flow, a.health))
  const over = flows.filter(({ health }) => health.state === 'over' && needsAttention(health))
  return [...failing, ...over]
}

/** How often a failing flow has failed in a row, as far as its schedule and its newest runs tell; 0 for any other. */
export function failuresInARow({ execTime, interval }: Flow, health: FlowHealth): number {
  if (health.state !== 'failing') return 0
  const [since, next, length] = [toDate(health.since.time), toDate(execTime), toMilliseconds(interval)]
  if (!since || !next || !length) return 1
  return Math.max(1, Math.round((next.getTime() - since.getTime()) / length))
}

/** The run that a verdict is about: the one that it names, else the one since which it holds. */
export function runToLookAt(verdict: Phrase<FlowPart | RunPart>, health: FlowHealth): number | null {
  const named = verdict.find(part => typeof part === 'object' && 'run' in part)
  if (typeof named === 'object' && 'run' in named) return named.run
  return health.state === 'unknown' ? null : (health.since?.number ?? null)
}

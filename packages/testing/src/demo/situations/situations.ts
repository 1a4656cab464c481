import { storedFlow as wholeFlow } from '../../builders.js'
import { msToTime, nsToDuration } from '../../chain/blocks/time.js'
import type { Behavior } from '../../chain/execution.js'
import type { Conditions, Flow } from '../../chain/state.js'
import { day, week } from '../durations.js'
import { failing } from './failing.js'
import { finished } from './finished.js'
import { healthy } from './healthy.js'
import { risky } from './risky.js'
import { running } from './running.js'
import type { Situation } from './situation.js'
import { stopped } from './stopped.js'
import { waiting } from './waiting.js'

export const olderSituations: readonly Situation[] = [...healthy, ...failing, ...waiting, ...stopped, ...finished]

/** These flows have the highest ids, so lists of the newest flows start with them. */
export const newestSituations: readonly Situation[] = [...running, ...risky]

const longDuration = 1_000 * day

export interface SituationOptions {
  now: number
  firstId: number
}

export function situationFlows(
  situations: readonly Situation[],
  { now, firstId }: SituationOptions,
): { flows: Flow[]; behave: Behavior } {
  const ids = new Map(situations.map(({ label }, index) => [label, String(firstId + index)]))
  const flows = situations.map((situation, index) => write(situation, { id: String(firstId + index), now, ids }))
  return {
    flows,
    behave({ id }, sequence) {
      const situation = situations[Number(id) - firstId]
      return situation && (situation.execution?.(sequence) ?? { outcome: 'succeeded' })
    },
  }
}

function write(
  { label, owner, every, first, runs, updated, flow }: Situation,
  { id, now, ids }: { id: string; now: number; ids: ReadonlyMap<string, string> },
): Flow {
  const at = (seconds: number) => msToTime(now + 1_000 * seconds)
  // A flow that runs only once is created a week before its run.
  const start = first - (every || week)
  const end = runs === undefined ? start + longDuration : start + runs * every
  const written = wholeFlow({
    id,
    owner,
    label,
    interval: nsToDuration(BigInt(every) * 1_000_000_000n),
    startTime: at(start),
    execTime: at(first),
    endTime: at(every ? end : first),
    updateHistory: updated === undefined ? [] : [at(updated)],
    ...flow,
  })
  return { ...written, conditions: written.conditions && withIds(written.conditions, ids) }
}

function withIds(conditions: Conditions, ids: ReadonlyMap<string, string>): Conditions {
  const idOf = (label: string) => {
    const id = ids.get(label)
    if (!id) throw new RangeError(`No demo flow has the label “${label}”.`)
    return id
  }
  const sourced = <Source extends { flowId: string }>(source: Source) =>
    source.flowId === '0' ? source : { ...source, flowId: idOf(source.flowId) }
  return {
    ...conditions,
    feedbackLoops: conditions.feedbackLoops.map(sourced),
    comparisons: conditions.comparisons.map(sourced),
    stopOnSuccessOf: conditions.stopOnSuccessOf.map(idOf),
    stopOnFailureOf: conditions.stopOnFailureOf.map(idOf),
    skipOnSuccessOf: conditions.skipOnSuccessOf.map(idOf),
    skipOnFailureOf: conditions.skipOnFailureOf.map(idOf),
  }
}

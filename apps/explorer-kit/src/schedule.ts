import { type Flow, type FlowHistoryEntry, flowStatus, toDate } from '@flow-query/core'

/** A flow's time from start to end; places are parts of the whole, 0 to 1. */
export interface ScheduleBar {
  start: Date | null
  end: Date | null
  /** Past executions, those that would lie on one another left out. */
  runs: number[]
  now: number
  /** Null once there is none. */
  next: number | null
}

/** Two marks closer than this look like one. */
const resolution = 1 / 400

export function scheduleBar(
  flow: Pick<Flow, 'startTime' | 'execTime' | 'endTime' | 'interval'>,
  history: readonly Pick<FlowHistoryEntry, 'actualExecTime'>[],
  now: number,
): ScheduleBar {
  const start = toDate(flow.startTime)
  const end = toDate(flow.endTime)
  const from = start?.getTime() ?? 0
  const length = Math.max(1, (end?.getTime() ?? from) - from)
  const place = (time: number) => Math.min(1, Math.max(0, (time - from) / length))
  const placeOf = (time: string) => {
    const date = toDate(time)
    return date ? [place(date.getTime())] : []
  }

  const runs: number[] = []
  for (const run of history.flatMap(({ actualExecTime }) => placeOf(actualExecTime)).sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last === undefined || run - last >= resolution) runs.push(run)
  }
  const status = flowStatus(flow, now)
  const goesOn = status === 'active' || status === 'scheduled'
  return { start, end, runs, now: place(now), next: goesOn ? (placeOf(flow.execTime)[0] ?? null) : null }
}

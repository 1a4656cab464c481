import { describeFailureGroup } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { groupFailures } from '@flow-query/insights/forecast'

export interface Cause {
  key: string
  /** Such as `No open channel to connection-7: 12 flows of 3 owners`. */
  text: string
  flowIds: ReadonlySet<string>
}

/** Returns the causes that several expected failures share, largest group first. */
export function causesOf(failures: readonly FlowVerdict[]): Cause[] {
  const known = failures.flatMap(({ forecast, failure }) => (forecast && failure ? [{ forecast, failure }] : []))
  const groups = groupFailures(known).filter(group => group.failures.length > 1)
  return groups.map(group => ({
    key: `${group.kind} ${group.shared}`,
    text: describeFailureGroup(group),
    flowIds: new Set(group.failures.map(({ forecast }) => forecast.flow.id)),
  }))
}

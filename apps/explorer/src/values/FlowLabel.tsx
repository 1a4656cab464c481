import type { Flow } from '@flow-query/core'
import { formatLabel, isBlankLabel } from '@flow-query/format'

/** `bdi` isolates text that runs from right to left. */
export function FlowLabel({ flow }: { flow: Pick<Flow, 'id' | 'label'> }) {
  return isBlankLabel(flow.label) ? <span className="muted">No label</span> : <bdi>{formatLabel(flow)}</bdi>
}

import type { Flow } from '@flow-query/core'

/** `bdi` isolates text that runs from right to left. */
export function FlowLabel({ flow }: { flow: Pick<Flow, 'label'> }) {
  return flow.label.trim() ? <bdi>{flow.label}</bdi> : <span className="muted">No label</span>
}

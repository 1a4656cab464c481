import type { Flow } from '@flow-query/core'
import { isBlank } from './label'

/** `bdi` isolates text that runs from right to left. */
export function FlowLabel({ flow }: { flow: Pick<Flow, 'label'> }) {
  return isBlank(flow.label) ? <span className="muted">No label</span> : <bdi>{flow.label}</bdi>
}

import { ago } from '@flow-query/format'
import { useClock } from '../time/use-clock'
import { liveText } from './live'
import { useNodeState } from './NodeStateProvider'

/** Shows the state of the connection. */
export function LiveMark() {
  const { live, updates, isHalted } = useNodeState()
  const text = useClock(now => liveText(live, updates, isHalted, ago(live.answeredAt, now)))
  return (
    <p
      className="live"
      data-testid="live-mark"
      data-state={live.state}
      data-connection={updates.state}
      data-late={isHalted}
      title={updates.error?.message ?? text}
    >
      <span className="live-dot" aria-hidden="true" />
      <span className="live-text">{text}</span>
    </p>
  )
}

import { liveText, pollInterval } from '@flow-query/explorer-kit'
import { ago } from '@flow-query/format'
import { useLiveFlows } from '@flow-query/react'
import { useClock, useLive } from '../../hooks'

/** Keeps the page up to date, and shows the state of the connection. */
export function LiveMark() {
  const updates = useLiveFlows({ fallbackInterval: pollInterval })
  const live = useLive()
  const since = useClock(now => ago(live.answeredAt, now))
  const text = liveText(live, updates, since)
  return (
    <span
      className="live"
      data-testid="live-mark"
      data-state={live.state}
      data-connection={updates.state}
      title={updates.error?.message ?? text}
    >
      <span className="live-dot" aria-hidden="true" />
      <span>{text}</span>
    </span>
  )
}

import { ago } from '@flow-query/format'
import { useChainTime } from '@flow-query/react'
import { useQueryClient } from '@tanstack/react-query'
import { errorKind, errorText } from '../node/errors'
import { useOldDataTime } from '../time/data-age'
import { shortTime } from '../time/short-time'
import { useClock } from '../time/use-clock'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { useNodeState } from './NodeStateProvider'

/** Says why the data on the page is old, and since when. While this banner is shown, the page doesn't show the data as the present. */
export function Stale() {
  const { live, isHalted } = useNodeState()
  const { answeredAt, error } = live
  const block = useChainTime()
  const oldDataTime = useOldDataTime()
  const since = useClock(now => (oldDataTime ? `${shortTime(oldDataTime, now)} (${ago(oldDataTime, now)})` : ''))
  const client = useQueryClient()
  // A node can block this request and answer the others.
  const lacksBlock = answeredAt > 0 && block.error !== null && !block.data
  if (oldDataTime === null && !lacksBlock) return null
  return (
    <div className="banner stale" role="status" data-testid="stale" data-kind={isHalted ? 'halted' : errorKind(error)}>
      <Mark path={icons.warning} />
      {isHalted ? (
        <p>
          <strong>The chain has stopped.</strong> Its newest block is from {since}. No flow runs until it continues.
        </p>
      ) : (
        <p>
          <strong>{navigator.onLine ? errorText(error).title : 'You are offline'}.</strong>{' '}
          {oldDataTime ? `Showing data from ${since}.` : 'Flows have no status without the newest block.'} Retrying
          automatically.
        </p>
      )}
      {!isHalted && (
        <button type="button" data-testid="stale-retry" onClick={() => client.refetchQueries({ type: 'active' })}>
          Retry now
        </button>
      )}
    </div>
  )
}

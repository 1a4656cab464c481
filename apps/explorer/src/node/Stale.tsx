import { ago } from '@flow-query/format'
import { useChainTime } from '@flow-query/react'
import { useQueryClient } from '@tanstack/react-query'
import { useClock } from '../time/use-clock'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { errorKind, errorText } from './errors'
import { useLive } from './use-live'

/** Shows the error, and the age of the data, while the data or the newest block can't be fetched. */
export function Stale() {
  const { staleSince, answeredAt, error } = useLive()
  const block = useChainTime()
  const since = useClock(now => ago(staleSince, now))
  const client = useQueryClient()
  // A node can block this request and answer the others.
  const lacksBlock = answeredAt > 0 && block.error !== null && !block.data
  if (!staleSince && !lacksBlock) return null
  return (
    <div className="banner stale" role="status" data-testid="stale" data-kind={errorKind(error)}>
      <Mark path={icons.warning} />
      <p>
        <strong>{errorText(error).title}.</strong>{' '}
        {staleSince ? `Showing data from ${since}.` : 'Flows have no status without the newest block.'} Retrying
        automatically.
      </p>
      <button type="button" data-testid="stale-retry" onClick={() => client.refetchQueries({ type: 'active' })}>
        Retry now
      </button>
    </div>
  )
}

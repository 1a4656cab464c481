import { ago } from '@flow-query/format'
import { useQueryClient } from '@tanstack/react-query'
import { errorKind, errorText } from '../states/errors'
import { useClock } from '../time/use-clock'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { useLive } from './use-live'

/** Shows the age of the data, and the error, while the data cannot be refetched. */
export function Stale() {
  const { staleSince, error } = useLive()
  const since = useClock(now => ago(staleSince, now))
  const client = useQueryClient()
  if (!staleSince) return null
  return (
    <div className="banner stale" role="status" data-testid="stale" data-kind={errorKind(error)}>
      <Mark path={icons.warning} />
      <p>
        <strong>{errorText(error).title}.</strong> Showing data from {since}. Retrying automatically.
      </p>
      <button type="button" data-testid="stale-retry" onClick={() => client.refetchQueries({ type: 'active' })}>
        Retry now
      </button>
    </div>
  )
}

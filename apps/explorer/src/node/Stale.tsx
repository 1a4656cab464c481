import { ago } from '@flow-query/format'
import { useQueryClient } from '@tanstack/react-query'
import { useClock, useLive } from '../hooks'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { words } from '../words/common'
import { errorKind } from './live'

/** Shows the age of the data, and the error, while the data cannot be refetched. */
export function Stale() {
  const { staleSince, error } = useLive()
  const since = useClock(now => ago(staleSince, now))
  const client = useQueryClient()
  if (!staleSince) return null
  const [title] = words.errors[errorKind(error)]
  return (
    <div className="banner stale" role="status" data-testid="stale" data-kind={errorKind(error)}>
      <Mark path={icons.warning} />
      <p>
        <strong>{title}.</strong> {words.live.stale(since)}
      </p>
      <button type="button" data-testid="stale-retry" onClick={() => client.refetchQueries({ type: 'active' })}>
        {words.live.retry}
      </button>
    </div>
  )
}

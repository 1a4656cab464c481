import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { allowedStorage } from '../browser/allowed-storage'
import { Link } from '../router/Link'
import { describeSubscription, describeTarget, targetPath } from './describe'
import { changeSubscription, endSubscription, readSubscription } from './monitor'
import { Problem } from './Problem'
import { type StoredSubscription, storedSubscriptions, storeSubscriptions } from './stored-subscriptions'
import { TelegramLink } from './TelegramLink'

/** How often the state of a subscription is read until it is confirmed, in milliseconds. */
const confirmInterval = 5_000

/** A subscription with its state, and buttons that pause and end it. */
export function SubscriptionLine({ monitor, token, name, telegramLink }: StoredSubscription) {
  const queryClient = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const queryKey = ['flow-explorer', 'subscription', token]
  function forget() {
    const storage = allowedStorage('localStorage')
    const others = storedSubscriptions(storage).filter(one => one.token !== token)
    storeSubscriptions(storage, others)
  }
  const { data, error } = useQuery({
    queryKey,
    async queryFn() {
      const found = await readSubscription(monitor, token)
      if (!found) forget()
      return found
    },
    retry: false,
    refetchInterval: query => (query.state.data?.isConfirmed === false ? confirmInterval : false),
  })
  const pause = useMutation({
    mutationFn: (isPaused: boolean) => changeSubscription(monitor, token, { isPaused }),
    onSuccess: changed => queryClient.setQueryData(queryKey, changed),
  })
  const end = useMutation({
    async mutationFn() {
      await endSubscription(monitor, token)
      forget()
    },
  })

  if (end.isSuccess || data === null)
    return (
      <li data-testid="subscription">
        <p role="status">
          {end.isSuccess ? 'Ended: ' : 'The monitor doesn’t know this subscription any more, so it was removed: '}
          <bdi>{name}</bdi>
        </p>
      </li>
    )
  return (
    <li data-testid="subscription">
      <div>
        {data ? (
          <Link to={targetPath(data.target)}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
        {data && <span className="muted"> {describeTarget(data.target)}</span>}
        {data ? (
          <p className="muted" data-testid="subscription-state">
            {describeSubscription(data)}
          </p>
        ) : (
          !error && <i className="bone wide" />
        )}
        {data?.isConfirmed === false && telegramLink !== null && <TelegramLink href={telegramLink} />}
        <Problem error={pause.error ?? end.error ?? error} />
      </div>
      {data && (
        <div className="actions">
          {data.isConfirmed && (
            <button
              type="button"
              data-testid="subscription-pause"
              aria-busy={pause.isPending}
              onClick={() => pause.mutate(!data.isPaused)}
            >
              {data.isPaused ? 'Resume' : 'Pause'}
            </button>
          )}
          <button
            type="button"
            data-testid="subscription-end"
            aria-haspopup="dialog"
            onClick={() => dialog.current?.showModal()}
          >
            End
          </button>
        </div>
      )}
      <dialog ref={dialog} className="dialog" aria-label="End this subscription?" closedby="any">
        <form method="dialog">
          <h2>End this subscription?</h2>
          <p>
            You get no more messages about <bdi>{name}</bdi>.
          </p>
          <div className="actions">
            <button
              type="submit"
              className="primary"
              data-testid="subscription-end-confirm"
              onClick={() => end.mutate()}
            >
              End subscription
            </button>
            <button type="submit">Cancel</button>
          </div>
        </form>
      </dialog>
    </li>
  )
}

import { describeError } from '@flow-query/format'
import { useIca } from '@flow-query/react'

/** Use it to show which account runs a flow on another chain, for example to send coins to this account. */
export function Ica({ owner, connectionId }: { owner: string; connectionId: string }) {
  const { data: address, error } = useIca({ owner, connectionId })
  return (
    <>
      {error?.kind === 'notFound' && <p>This owner has no account on {connectionId}.</p>}
      {error && error.kind !== 'notFound' && <p role="alert">{describeError(error)}</p>}
      {!address && !error && <p>Loading…</p>}
      {address && (
        <dl>
          <dt>Account on {connectionId}</dt>
          <dd>{address}</dd>
        </dl>
      )}
    </>
  )
}

import { explainMissingAccount } from '@flow-query/format'
import { useIca } from '@flow-query/react'
import { Loaded } from '../states/Loaded'
import { Copyable } from './Copyable'

/** Looks up the interchain account of an owner on a connection, and shows its address. */
export function IcaAddress({ owner, connectionId }: { owner: string; connectionId: string }) {
  const ica = useIca({ owner, connectionId })
  const missing = (
    <span className="muted" data-testid="ica-missing">
      {explainMissingAccount(connectionId)}
    </span>
  )
  return (
    <span data-testid="ica-address">
      <Loaded
        query={ica}
        skeleton={<i className="bone wide" />}
        instead={{ notFound: missing, argument: missing }}
        inline
      >
        {address => <Copyable text={address} />}
      </Loaded>
    </span>
  )
}

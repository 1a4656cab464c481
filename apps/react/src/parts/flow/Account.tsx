import type { Flow } from '@flow-query/core'
import { paths, words } from '@flow-query/explorer-kit'
import { useIca } from '@flow-query/react'
import { Address } from '../Copy'
import { Loaded } from '../Loaded'

/** The interchain account that a flow runs with: its owner's, or an agent's; nothing for a flow that stays on its chain. */
export function Account({ flow: { owner, selfHostedIca, trustlessAgent } }: { flow: Flow }) {
  const agent = trustlessAgent?.agentAddress
  return (
    <>
      {agent && (
        <div>
          <dt>{words.flow.agent}</dt>
          <dd>
            <Address address={agent} what={words.what.address} to={paths.agent(agent)} testId="flow-agent" />
          </dd>
        </div>
      )}
      {trustlessAgent?.connectionId && (
        <div>
          <dt>{words.flow.agentAccount(trustlessAgent.connectionId)}</dt>
          <dd>
            <IcaAddress owner={trustlessAgent.agentAddress} connectionId={trustlessAgent.connectionId} />
          </dd>
        </div>
      )}
      {selfHostedIca?.connectionId && (
        <div>
          <dt>{words.flow.accountOn(selfHostedIca.connectionId)}</dt>
          <dd>
            <IcaAddress owner={owner} connectionId={selfHostedIca.connectionId} />
          </dd>
        </div>
      )}
    </>
  )
}

/** The address of somebody's account on the other end of a connection, looked up. */
export function IcaAddress({ owner, connectionId }: { owner: string; connectionId: string }) {
  const ica = useIca({ owner, connectionId })
  const missing = (
    <span className="muted" data-testid="ica-missing">
      {words.flow.accountMissing(connectionId)}
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
        {address => <Address address={address} what={words.what.address} />}
      </Loaded>
    </span>
  )
}

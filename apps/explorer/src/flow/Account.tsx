import type { Flow } from '@flow-query/core'
import { Copyable } from '../accounts/Copyable'
import { IcaAddress } from '../accounts/IcaAddress'
import { paths } from '../router/paths'

/** The agent and the interchain account of a flow. Renders nothing for a flow that runs only on its own chain. */
export function Account({ flow: { owner, selfHostedIca, trustlessAgent } }: { flow: Flow }) {
  const agent = trustlessAgent?.agentAddress
  return (
    <>
      {agent && (
        <div>
          <dt>Trustless agent</dt>
          <dd>
            <Copyable text={agent} to={paths.agent(agent)} testId="flow-agent" />
          </dd>
        </div>
      )}
      {trustlessAgent?.connectionId && (
        <div>
          <dt>Agent account on {trustlessAgent.connectionId}</dt>
          <dd>
            <IcaAddress owner={trustlessAgent.agentAddress} connectionId={trustlessAgent.connectionId} />
          </dd>
        </div>
      )}
      {selfHostedIca?.connectionId && (
        <div>
          <dt>Account on {selfHostedIca.connectionId}</dt>
          <dd>
            <IcaAddress owner={owner} connectionId={selfHostedIca.connectionId} />
          </dd>
        </div>
      )}
    </>
  )
}

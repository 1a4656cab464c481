import { useTrustlessAgentsForAdmin } from '@flow-query/react'
import { Copyable } from '../accounts/Copyable'
import { paths } from '../router/paths'

/** The agents that the owner manages. Renders nothing for other owners. */
export function Agents({ owner }: { owner: string }) {
  const { data } = useTrustlessAgentsForAdmin({ feeAdmin: owner })
  if (!data?.trustlessAgents.length) return null
  return (
    <section className="panel" aria-labelledby="agents" data-testid="owner-agents">
      <h2 id="agents">Managed agents</h2>
      <ul className="lines">
        {data.trustlessAgents.map(({ agentAddress }) => (
          <li key={agentAddress}>
            <Copyable text={agentAddress} to={paths.agent(agentAddress)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

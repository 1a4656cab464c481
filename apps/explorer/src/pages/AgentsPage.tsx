import { describeAgentFee } from '@flow-query/format'
import { useInfiniteTrustlessAgents } from '@flow-query/react'
import { Copyable } from '../accounts/Copyable'
import { CsvButton } from '../csv/CsvButton'
import { paths } from '../router/paths'
import { Loaded } from '../states/Loaded'
import { LoadMore } from '../states/LoadMore'
import { Notice } from '../states/Notice'

export default function AgentsPage() {
  const agents = useInfiniteTrustlessAgents({ limit: 50 })
  return (
    <>
      <title>Agents · Flow Explorer</title>
      <h1 className="page-title">Agents</h1>
      <p className="intro">Agents are accounts that execute other owners’ flows on another chain, for a fee.</p>
      <Loaded query={agents} skeleton={<div className="panel tall" data-testid="skeleton" aria-busy="true" />}>
        {({ pages }) =>
          pages[0]?.trustlessAgents.length ? (
            <>
              <div className="list-line end">
                <CsvButton list="agents" table={csv => csv.agentsCsv(pages.flatMap(page => page.trustlessAgents))} />
              </div>
              <table className="agents" aria-label="Agents">
                <thead>
                  <tr>
                    <th scope="col">Agent</th>
                    <th scope="col">Connection</th>
                    <th scope="col">Fee per run</th>
                    <th scope="col">Fee admin</th>
                  </tr>
                </thead>
                <tbody>
                  {pages
                    .flatMap(page => page.trustlessAgents)
                    .map(agent => (
                      <tr key={agent.agentAddress} data-testid="agent-row">
                        <td>
                          <Copyable text={agent.agentAddress} to={paths.agent(agent.agentAddress)} />
                        </td>
                        <td className="mono" data-label="Connection">
                          {agent.icaConfig.connectionId}
                        </td>
                        <td data-label="Fee per run">{describeAgentFee(agent)}</td>
                        <td data-label="Fee admin">
                          <Copyable text={agent.feeConfig.feeAdmin} />
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
              <LoadMore query={agents} text="Load more agents" loadingText="Loading more agents…" />
            </>
          ) : (
            <Notice testId="empty" title="No agents" help="This chain has no trustless agents yet." />
          )
        }
      </Loaded>
    </>
  )
}

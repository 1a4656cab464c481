import { describeAgentFee } from '@flow-query/format'
import { useInfiniteTrustlessAgents } from '@flow-query/react'
import { CsvButton } from '../csv/CsvButton'
import { paths } from '../paths'
import { Loaded } from '../states/Loaded'
import { LoadMore } from '../states/LoadMore'
import { Notice } from '../states/Notice'
import { Copyable } from '../values/Copyable'
import { words } from '../words/common'

const { title, intro, columns } = words.agents

/** All agents and their fees. */
export default function AgentsPage() {
  const agents = useInfiniteTrustlessAgents({ limit: 50 })
  return (
    <>
      <title>{words.title(title)}</title>
      <h1 className="page-title">{title}</h1>
      <p className="intro">{intro}</p>
      <Loaded query={agents} skeleton={<div className="panel tall" data-testid="skeleton" aria-busy="true" />}>
        {({ pages }) =>
          pages[0]?.trustlessAgents.length ? (
            <>
              <div className="list-line end">
                <CsvButton list="agents" table={csv => csv.agentsCsv(pages.flatMap(page => page.trustlessAgents))} />
              </div>
              <table className="agents" aria-label={title}>
                <thead>
                  <tr>
                    <th scope="col">{columns.agent}</th>
                    <th scope="col">{columns.connection}</th>
                    <th scope="col">{columns.fee}</th>
                    <th scope="col">{columns.admin}</th>
                  </tr>
                </thead>
                <tbody>
                  {pages
                    .flatMap(page => page.trustlessAgents)
                    .map(agent => (
                      <tr key={agent.agentAddress} data-testid="agent-row">
                        <td>
                          <Copyable
                            text={agent.agentAddress}
                            what={words.what.address(agent.agentAddress)}
                            to={paths.agent(agent.agentAddress)}
                          />
                        </td>
                        <td className="mono" data-label={columns.connection}>
                          {agent.icaConfig.connectionId}
                        </td>
                        <td data-label={columns.fee}>{describeAgentFee(agent)}</td>
                        <td data-label={columns.admin}>
                          <Copyable
                            text={agent.feeConfig.feeAdmin}
                            what={words.what.address(agent.feeConfig.feeAdmin)}
                          />
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
              <LoadMore query={agents} words={words.agents} />
            </>
          ) : (
            <Notice testId="empty" title={words.agents.empty} help={words.agents.emptyHelp} />
          )
        }
      </Loaded>
    </>
  )
}

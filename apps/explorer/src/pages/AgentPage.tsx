import type { TrustlessAgent } from '@flow-query/core'
import { describeAgentFee, shortenAddress } from '@flow-query/format'
import { useTrustlessAgent } from '@flow-query/react'
import { useFlowCollection } from '@flow-query/react/collection'
import { useMemo } from 'react'
import { Copyable } from '../accounts/Copyable'
import { IcaAddress } from '../accounts/IcaAddress'
import { Coverage } from '../collection/Coverage'
import { allOf, isEmptyAndLoading, wholeChain } from '../collection/collection'
import { coverageText } from '../collection/coverage-text'
import { FlowTable } from '../flows/FlowTable'
import { FlowTableSkeleton } from '../flows/FlowTableSkeleton'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { useParams } from '../router/router'
import { Loaded } from '../states/Loaded'
import { Notice } from '../states/Notice'

export default function AgentPage() {
  const { agentAddress = '' } = useParams()
  const agent = useTrustlessAgent({ agentAddress })
  const noAgent = (
    <Notice
      testId="not-found"
      title="Agent not found"
      help="Check the address for typos. The agent may also be on another chain."
    >
      <Link className="button" to={paths.agents}>
        Agents
      </Link>
    </Notice>
  )
  return (
    <>
      <title>{`${shortenAddress(agentAddress)} · Agent · Flow Explorer`}</title>
      <header className="flow-head">
        <p className="overline">Agent</p>
        <h1 className="whole-address" data-testid="agent-title">
          <Copyable text={agentAddress} whole what="agent address" to={paths.agent(agentAddress)} />
        </h1>
      </header>
      <Loaded
        query={agent}
        skeleton={<div className="panel tall" data-testid="skeleton" aria-busy="true" />}
        instead={{ notFound: noAgent, argument: noAgent }}
      >
        {agent => (
          <>
            <Facts agent={agent} />
            <h2 className="section">Flows that use this agent</h2>
            <FlowsOf agentAddress={agentAddress} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Facts({ agent }: { agent: TrustlessAgent }) {
  const { agentAddress, icaConfig, feeConfig } = agent
  return (
    <section className="panel" aria-labelledby="facts">
      <h2 id="facts">Details</h2>
      <dl className="facts" data-testid="agent-facts">
        <div>
          <dt>Fee per run</dt>
          <dd>{describeAgentFee(agent)}</dd>
        </div>
        <div>
          <dt>Fee admin</dt>
          <dd>
            <Copyable text={feeConfig.feeAdmin} />
          </dd>
        </div>
        <div>
          <dt>Connection</dt>
          <dd className="mono">{icaConfig.connectionId}</dd>
        </div>
        <div>
          <dt>Account on the other chain</dt>
          <dd>
            <IcaAddress owner={agentAddress} connectionId={icaConfig.connectionId} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

function FlowsOf({ agentAddress }: { agentAddress: string }) {
  const collection = useFlowCollection(wholeChain)
  const all = collection.data?.flows
  const flows = useMemo(
    () => all?.filter(flow => flow.trustlessAgent?.agentAddress === agentAddress) ?? [],
    [all, agentAddress],
  )
  return (
    <Loaded query={collection} skeleton={<FlowTableSkeleton />} isEmpty={isEmptyAndLoading}>
      {data => {
        const coverage = coverageText(data)
        return (
          <>
            <Coverage query={collection} />
            {flows.length > 0 && <FlowTable flows={flows} label="Flows that use this agent" all={allOf(data)} />}
            {!flows.length && coverage && collection.isFetching && <FlowTableSkeleton />}
            {!flows.length && coverage && !collection.isFetching && (
              <p className="muted">{`None of ${coverage} use this agent.`}</p>
            )}
            {!flows.length && !coverage && <p className="muted">No flows use this agent.</p>}
          </>
        )
      }}
    </Loaded>
  )
}

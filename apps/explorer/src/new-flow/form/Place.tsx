import type { TrustlessAgent } from '@flow-query/core'
import { formatAmounts, shortenAddress } from '@flow-query/format'
import type { FlowDraft } from '@flow-query/insights/draft'
import { useTrustlessAgents } from '@flow-query/react'
import { useState } from 'react'
import type { NotesAt } from '../problem-notes'
import { Field, Notes } from './Field'

interface PlaceProps {
  draft: FlowDraft
  onEdit: (changes: Partial<FlowDraft>) => void
  notesAt: NotesAt
}

type Where = 'here' | 'ownAccount' | 'agent'

/** Where the messages are executed: on this chain, or on another one with the owner's account or an agent. */
export function Place({ draft, onEdit, notesAt }: PlaceProps) {
  const current = whereOf(draft)
  const [where, setWhere] = useState(current)
  const [last, setLast] = useState(current)
  // Another draft is shown, or the JSON was edited.
  if (current !== last) {
    setLast(current)
    setWhere(current)
  }

  /** A place whose fields are still empty stays chosen, although the draft doesn't contain it. */
  function edit(changes: Partial<FlowDraft>, chosen = where) {
    setWhere(chosen)
    setLast(whereOf({ ...draft, ...changes }))
    onEdit(changes)
  }

  function choose(chosen: Where) {
    if (chosen === current) setWhere(chosen)
    else edit({ connectionId: '', trustlessAgent: null }, chosen)
  }

  return (
    <>
      <label className="field">
        Runs on
        <select data-testid="draft-place" value={where} onChange={event => choose(event.target.value as Where)}>
          <option value="here">This chain</option>
          <option value="ownAccount">Another chain, with the owner’s interchain account</option>
          <option value="agent">Another chain, with an agent</option>
        </select>
      </label>
      {where === 'ownAccount' && (
        <Field
          label="Connection"
          testId="draft-connection"
          value={draft.connectionId}
          hint="connection-0"
          isCode
          onEdit={connectionId => edit({ connectionId: connectionId.trim() })}
          notes={notesAt('connectionId')}
        />
      )}
      {where === 'agent' && <Agent draft={draft} onEdit={edit} notesAt={notesAt} />}
    </>
  )
}

function whereOf({ trustlessAgent, connectionId }: FlowDraft): Where {
  if (trustlessAgent) return 'agent'
  return connectionId ? 'ownAccount' : 'here'
}

/** Choosing an agent accepts its current fee. */
function Agent({ draft: { trustlessAgent }, onEdit, notesAt }: PlaceProps) {
  const { data } = useTrustlessAgents({ limit: 100 })
  const agents = data?.trustlessAgents ?? []
  const chosen = trustlessAgent?.agentAddress ?? ''

  function choose(agent: TrustlessAgent | undefined) {
    onEdit({
      trustlessAgent: agent
        ? {
            agentAddress: agent.agentAddress,
            feeLimit: agent.feeConfig.feeCoinsSupported,
            connectionId: agent.icaConfig.connectionId,
          }
        : null,
    })
  }

  return (
    <div className="field">
      <label htmlFor="draft-agent">Agent</label>
      <select
        id="draft-agent"
        data-testid="draft-agent"
        value={chosen}
        onChange={event => choose(agents.find(({ agentAddress }) => agentAddress === event.target.value))}
      >
        <option value="">Choose an agent</option>
        {chosen !== '' && !agents.some(({ agentAddress }) => agentAddress === chosen) && (
          <option value={chosen}>{shortenAddress(chosen)}</option>
        )}
        {agents.map(({ agentAddress, icaConfig }) => (
          <option key={agentAddress} value={agentAddress}>
            {`${shortenAddress(agentAddress)} on ${icaConfig.connectionId}`}
          </option>
        ))}
      </select>
      {trustlessAgent && trustlessAgent.feeLimit.length > 0 && (
        <p className="field-meaning">{`Gets at most ${formatAmounts(trustlessAgent.feeLimit)} per run`}</p>
      )}
      <Notes notes={notesAt('trustlessAgent')} />
    </div>
  )
}

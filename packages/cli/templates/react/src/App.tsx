import { describeError, describeVerdict, phraseText } from '@flow-query/format'
import { toDate } from '@flow-query/react'
import { useFlowCollection } from '@flow-query/react/collection'
import { compareVerdicts, useFlowsVerdict } from '@flow-query/react/insights'
import { useLiveFlows } from '@flow-query/react/live'
import { useState } from 'react'

export function App({ firstOwner = '' }: { firstOwner?: string }) {
  const [owner, setOwner] = useState(firstOwner)
  const live = useLiveFlows({ fallbackInterval: 10_000 })
  const mine = useFlowCollection({ owner: owner || undefined })
  const verdicts = useFlowsVerdict({ flows: mine.data?.flows })
  const error = mine.error ?? verdicts.error
  const isLoading = !mine.data?.complete || verdicts.isPending

  return (
    <main>
      <h1>Flows, failing first</h1>
      <label>
        Owner
        <input value={owner} onChange={event => setOwner(event.target.value.trim())} placeholder="into1…" />
      </label>
      <p role="status">{describeError(error) ?? (live.state === 'connected' ? 'Live' : live.state)}</p>
      {!owner && <p>Enter an owner's address.</p>}
      {owner && !error && isLoading && <p>Loading flows…</p>}
      {mine.data?.complete && mine.data.flows.length === 0 && <p>This owner has no flows.</p>}
      <ul>
        {[...verdicts.data].sort(compareVerdicts).map(verdict => (
          <li key={verdict.flow.id} data-state={verdict.state}>
            {verdict.state !== 'ended' && <time>{toDate(verdict.flow.execTime)?.toLocaleString()}</time>}
            <strong>{verdict.flow.label}</strong>
            <p>{phraseText(describeVerdict(verdict))}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}

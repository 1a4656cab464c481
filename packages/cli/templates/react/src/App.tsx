import { describeError, describeVerdict, formatLabel, phraseText } from '@flow-query/format'
import { toDate } from '@flow-query/react'
import { compareVerdicts, useFlowsVerdict } from '@flow-query/react/insights'
import { useLiveFlows } from '@flow-query/react/live'
import { useState } from 'react'

export function App({ firstOwner = '' }: { firstOwner?: string }) {
  const [owner, setOwner] = useState(firstOwner)
  const live = useLiveFlows({ fallbackInterval: 10_000 })
  const { data, isPending, error } = useFlowsVerdict({ owner })

  return (
    <main>
      <h1>Flows, failing first</h1>
      <label>
        Owner
        <input value={owner} onChange={event => setOwner(event.target.value.trim())} placeholder="into1…" />
      </label>
      <p role="status">{describeError(error) ?? (live.state === 'connected' ? 'Live' : live.state)}</p>
      {!owner && <p>Enter an owner's address.</p>}
      {owner && !error && isPending && <p>Loading flows…</p>}
      {!error && !isPending && data.length === 0 && <p>This owner has no flows.</p>}
      <ul>
        {[...data].sort(compareVerdicts).map(verdict => (
          <li key={verdict.flow.id} data-state={verdict.state}>
            {verdict.state !== 'ended' && <time>{toDate(verdict.flow.execTime)?.toLocaleString()}</time>}
            <strong>{formatLabel(verdict.flow)}</strong>
            <p>{phraseText(describeVerdict(verdict))}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}

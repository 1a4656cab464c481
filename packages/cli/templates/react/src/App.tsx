import { flowStatus, toDate } from '@flow-query/core'
import { worstFirst } from '@flow-query/core/insights'
import { useLiveFlows } from '@flow-query/react'
import { useFlowCollection } from '@flow-query/react/collection'
import { useFlowsHealth } from '@flow-query/react/insights'
import { describeHealth, phraseText } from '@flow-query/words'
import { useState } from 'react'
import { firstOwner } from './client'

export function App() {
  const [owner, setOwner] = useState(firstOwner)
  const { state } = useLiveFlows({ fallbackInterval: 10_000 })
  const { data: mine, error } = useFlowCollection({ owner })
  const { data: flows } = useFlowsHealth({ flows: mine?.flows })

  return (
    <main>
      <h1>Flows, the worst first</h1>
      <label>
        Owner
        <input value={owner} onChange={event => setOwner(event.target.value)} />
      </label>
      <p role="status">{error?.message ?? (state === 'connected' ? 'Live' : state)}</p>
      <ul>
        {flows.toSorted(worstFirst).map(({ flow, health }) => (
          <li key={flow.id} data-health={health.state}>
            {flowStatus(flow, Date.now()) === 'active' && <time>{toDate(flow.execTime)?.toLocaleString()}</time>}
            <strong>{flow.label}</strong>
            <p>{phraseText(describeHealth(health))}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}

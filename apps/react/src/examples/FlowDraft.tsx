import { describeError, explainCheck } from '@flow-query/format'
import { useFlow } from '@flow-query/react'
import { draftFrom, portalLink, useFlowDraft } from '@flow-query/react/insights'
import { useState } from 'react'

/** Use it to check a flow before its owner signs it. This draft is a copy of an existing flow that runs for one day. */
export function FlowDraft({ id }: { id: string }) {
  const [hours, setHours] = useState('1')
  const flow = useFlow({ id })
  const draft = hours && flow.data ? draftFrom(flow.data, { duration: '24h', interval: `${hours}h` }) : undefined
  const check = useFlowDraft({ draft })
  const error = flow.error ?? check.error
  const result = check.data && explainCheck(check.data)
  return (
    <>
      <label>
        Hours between runs <input type="number" value={hours} onChange={event => setHours(event.target.value)} />
      </label>
      {error && <p role="alert">{describeError(error)}</p>}
      {hours && !result && !error && <p>Loading…</p>}
      <p role="status">{hours ? result?.title : 'Enter the hours between runs.'}</p>
      <ul>
        {Object.entries(result?.problems ?? []).map(([index, { sentence, remedy }]) => (
          <li key={index}>
            {sentence} <small>{remedy}</small>
          </li>
        ))}
      </ul>
      <p>{result?.cost}</p>
      {draft && <a href={portalLink(draft).url}>Sign in the Intento Portal</a>}
    </>
  )
}

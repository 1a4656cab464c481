'use client'

import { describeError, describeVerdict, formatLabel, phraseText } from '@flow-query/format'
import { compareVerdicts, useFlowsHealth } from '@flow-query/react/insights'

export function FailingFlows({ owner }: { owner: string }) {
  const { data, isPending, error } = useFlowsHealth({ owner })
  const failing = data.filter(({ state }) => state === 'failing').sort(compareVerdicts)
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {isPending && !error && <p>Loading flows…</p>}
      {!isPending && !error && failing.length === 0 && <p>No flows are failing.</p>}
      <ul>
        {failing.map(verdict => (
          <li key={verdict.flow.id}>
            {formatLabel(verdict.flow)}: {phraseText(describeVerdict(verdict))}
          </li>
        ))}
      </ul>
    </>
  )
}

'use client'

import { describeError, describeVerdict, formatLabel, phraseText } from '@flow-query/format'
import { useFlowCollection } from '@flow-query/react/collection'
import { compareVerdicts, useFlowsHealth } from '@flow-query/react/insights'

export function FailingFlows({ owner }: { owner: string }) {
  const mine = useFlowCollection({ owner })
  const health = useFlowsHealth({ flows: mine.data?.flows })
  const error = mine.error ?? health.error
  const isLoading = !mine.data?.complete || health.isPending
  const failing = health.data.filter(({ state }) => state === 'failing').sort(compareVerdicts)
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!error && isLoading && <p>Loading flows…</p>}
      {!error && !isLoading && failing.length === 0 && <p>No flows are failing.</p>}
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

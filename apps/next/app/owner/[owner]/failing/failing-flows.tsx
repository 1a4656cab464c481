'use client'

import { compareHealth } from '@flow-query/core/insights'
import { describeError, describeHealth, phraseText } from '@flow-query/format'
import { useFlowCollection } from '@flow-query/react/collection'
import { useFlowsHealth } from '@flow-query/react/insights'

export function FailingFlows({ owner }: { owner: string }) {
  const mine = useFlowCollection({ owner })
  const health = useFlowsHealth({ flows: mine.data?.flows })
  const error = mine.error ?? health.error
  const isLoading = !mine.data?.complete || health.isPending
  const failing = health.data.filter(({ health }) => health.state === 'failing').sort(compareHealth)
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!error && isLoading && <p>Loading flows…</p>}
      {!error && !isLoading && failing.length === 0 && <p>No flows are failing.</p>}
      <ul>
        {failing.map(({ flow, health }) => (
          <li key={flow.id}>
            {flow.label}: {phraseText(describeHealth(health))}
          </li>
        ))}
      </ul>
    </>
  )
}

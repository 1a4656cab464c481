import { describeError, describeVerdict, phraseText } from '@flow-query/format'
import { useFlowCollection } from '@flow-query/react/collection'
import { compareVerdicts, useFlowsHealth } from '@flow-query/react/insights'
import { useLiveFlows } from '@flow-query/react/live'

/** Use it to list failing flows. It reads the newest runs of each flow, so pass one owner's flows, not the whole chain. */
export function FlowsHealth({ owner }: { owner: string }) {
  useLiveFlows()
  const mine = useFlowCollection({ owner })
  const health = useFlowsHealth({ flows: mine.data?.flows })
  const error = mine.error ?? health.error
  const isLoading = !mine.data?.complete || health.isPending
  const failing = health.data.filter(({ state }) => state === 'failing').sort(compareVerdicts)
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!error && isLoading && <p>Loading…</p>}
      {!error && !isLoading && failing.length === 0 && <p>No flows are failing.</p>}
      <ul>
        {failing.map(verdict => (
          <li key={verdict.flow.id}>
            {verdict.flow.label}: {phraseText(describeVerdict(verdict))}
          </li>
        ))}
      </ul>
    </>
  )
}

import { describeError, explainVerdict, phraseText } from '@flow-query/format'
import { useChainTime, useFlowsForOwner } from '@flow-query/react'
import { compareVerdicts, useFlowsVerdict } from '@flow-query/react/insights'
import { useLiveFlows } from '@flow-query/react/live'

/** Use it to show the health of flows, and to warn owners before a run fails or the money runs out. */
export function FlowsVerdict({ owner }: { owner: string }) {
  useLiveFlows()
  const mine = useFlowsForOwner({ owner })
  const { data: time } = useChainTime()
  const verdicts = useFlowsVerdict({ flows: mine.data?.flows })
  const error = mine.error ?? verdicts.error
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!error && verdicts.isPending && <p>Loading…</p>}
      {time && (
        <ul>
          {[...verdicts.data].sort(compareVerdicts).map(verdict => {
            const { title, second } = explainVerdict(verdict)
            return (
              <li key={verdict.flow.id}>
                {verdict.flow.label}: {phraseText(title)} <small>{phraseText(second ?? [])}</small>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

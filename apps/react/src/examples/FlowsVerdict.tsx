import { describeError, explainVerdict, formatLabel, phraseText } from '@flow-query/format'
import { compareVerdicts, useFlowsVerdict } from '@flow-query/react/insights'

/** Use it to show the health of an owner's flows, and to warn owners before a run fails or the money runs out. */
export function FlowsVerdict({ owner }: { owner: string }) {
  const { data, isPending, error } = useFlowsVerdict({ owner })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {isPending && !error && <p>Loading…</p>}
      <ul>
        {[...data].sort(compareVerdicts).map(verdict => {
          const { title, second } = explainVerdict(verdict)
          return (
            <li key={verdict.flow.id}>
              {formatLabel(verdict.flow)}: {phraseText(title)} <small>{phraseText(second ?? [])}</small>
            </li>
          )
        })}
      </ul>
    </>
  )
}

import { describeError, describeFailure, formatTime } from '@flow-query/format'
import { useFlowsForOwner } from '@flow-query/react'
import { nextFailures, useFlowsVerdict } from '@flow-query/react/insights'
import { useLiveFlows } from '@flow-query/react/live'

/** Use it to list the flows that are expected to fail, soonest first. */
export function NextFailures({ owner }: { owner: string }) {
  useLiveFlows()
  const mine = useFlowsForOwner({ owner })
  const verdicts = useFlowsVerdict({ flows: mine.data?.flows })
  const error = mine.error ?? verdicts.error
  const { isPending } = verdicts
  const failures = nextFailures(verdicts.data.flatMap(({ forecast }) => forecast ?? []))
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!error && isPending && <p>Loading…</p>}
      {!error && !isPending && failures.length === 0 && <p>No flow is expected to fail.</p>}
      <ol>
        {failures.map(({ forecast: { flow }, failure }) => (
          <li key={flow.id}>
            {flow.label}: {describeFailure(failure)} <small>{formatTime(failure.at)}</small>
          </li>
        ))}
      </ol>
    </>
  )
}

import { describeError, describeFailure, formatLabel, formatTime } from '@flow-query/format'
import { nextFailures, useFlowsVerdict } from '@flow-query/react/insights'

/** Use it to list the flows that are expected to fail, soonest first. */
export function NextFailures({ owner }: { owner: string }) {
  const { data, isPending, error } = useFlowsVerdict({ owner })
  const failures = nextFailures(data.flatMap(({ forecast }) => forecast ?? []))
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {isPending && !error && <p>Loading…</p>}
      {!isPending && !error && failures.length === 0 && <p>No flow is expected to fail.</p>}
      <ol>
        {failures.map(({ forecast: { flow }, failure }) => (
          <li key={flow.id}>
            {formatLabel(flow)}: {describeFailure(failure)} <small>{formatTime(failure.at)}</small>
          </li>
        ))}
      </ol>
    </>
  )
}

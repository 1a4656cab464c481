import { describeError, describeMessages, explainDryRun } from '@flow-query/format'
import { useFlow } from '@flow-query/react'
import { useFlowDryRun } from '@flow-query/react/insights'

/** Use it for a "Test now" button. The node runs the messages without keys and changes nothing. */
export function FlowDryRun({ id }: { id: string }) {
  const { data: flow, error: flowError } = useFlow({ id })
  const dryRun = useFlowDryRun({ flow })
  const error = flowError ?? dryRun.error
  const result = flow && dryRun.data && explainDryRun(dryRun.data, flow)
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!flow && !error && <p>Loading…</p>}
      {flow && (
        <>
          <p>{describeMessages(flow.msgs)}</p>
          <button type="button" disabled={dryRun.isFetching} onClick={() => dryRun.refetch()}>
            Test now
          </button>
          <p role="status">{result?.title}</p>
          <p>{result?.help}</p>
        </>
      )}
    </>
  )
}

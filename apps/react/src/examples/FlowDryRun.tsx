import { describeError, describeMessages, explainDryRun } from '@flow-query/format'
import { useFlow } from '@flow-query/react'
import { useFlowDryRun } from '@flow-query/react/forecast'

/** Use it for a "Test now" button. The node runs the messages without keys and changes nothing. */
export function FlowDryRun({ id }: { id: string }) {
  const { data: flow, error } = useFlow({ id })
  const dryRun = useFlowDryRun({ flow })
  if (error) return <p role="alert">{describeError(error)}</p>
  if (!flow) return <p>Loading…</p>
  const result = dryRun.data && explainDryRun(dryRun.data, flow)
  return (
    <>
      <p>{describeMessages(flow.msgs)}</p>
      <button type="button" disabled={dryRun.isFetching} onClick={() => dryRun.refetch()}>
        Test now
      </button>
      <p role="status">{dryRun.error ? describeError(dryRun.error) : result?.title}</p>
      <p>{result?.help}</p>
    </>
  )
}

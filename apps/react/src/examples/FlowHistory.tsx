import { describeError, formatAmounts, formatTime } from '@flow-query/format'
import { useFlowHistory } from '@flow-query/react'

/** Use it for the runs of a flow. With `reverse`, the first page has the newest runs. */
export function FlowHistory({ id }: { id: string | undefined }) {
  const { data, error } = useFlowHistory({ id, limit: 5, reverse: true })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!data && !error && <p>Loading…</p>}
      {data && (
        <table>
          <thead>
            <tr>
              <th>Time</th>
              <th>Fee</th>
              <th>Errors</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(data.history).map(([index, run]) => (
              <tr key={index}>
                <td>{formatTime(run.actualExecTime)}</td>
                <td>{formatAmounts(run.execFee)}</td>
                <td>{run.errors.join(', ') || 'None'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

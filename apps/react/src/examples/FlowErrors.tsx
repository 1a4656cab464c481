import { describeError, formatLabel } from '@flow-query/format'
import { useFlow } from '@flow-query/react'
import { useState } from 'react'

/** Use `error.kind` in code, `describeError` for people, and `error.message` in logs. After a failed refetch, `data` keeps the last result. */
export function FlowErrors() {
  const [id, setId] = useState('1')
  const { data: flow, error, refetch } = useFlow({ id })
  return (
    <>
      <label>
        Flow ID, for example 9999 or abc
        <input value={id} onChange={event => setId(event.target.value)} />
      </label>
      {error && <p role="alert">{describeError(error)}</p>}
      {error?.retryable && (
        <button type="button" onClick={() => refetch()}>
          Try again
        </button>
      )}
      {id && !flow && !error && <p>Loading…</p>}
      {flow && <p>{formatLabel(flow)}</p>}
    </>
  )
}

import { describeError, formatLabel } from '@flow-query/format'
import { useFlows } from '@flow-query/react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'

/** Use it for numbered pages. Each page returns the key of the next page, so store the keys to go back. */
export function Flows() {
  const [keys, setKeys] = useState<(string | null)[]>([null])
  const page = { limit: 5, reverse: true, key: keys.at(-1) }
  const { data, error, isPlaceholderData } = useFlows(page, { placeholderData: keepPreviousData })
  const nextKey = data?.nextKey ?? null
  return (
    <>
      <p>Page {keys.length}</p>
      {error && <p role="alert">{describeError(error)}</p>}
      {!data && !error && <p>Loading…</p>}
      <ul aria-busy={isPlaceholderData}>
        {data?.flows.map(flow => (
          <li key={flow.id}>{formatLabel(flow)}</li>
        ))}
      </ul>
      <button type="button" disabled={keys.length === 1} onClick={() => setKeys(keys.slice(0, -1))}>
        Back
      </button>
      <button type="button" disabled={nextKey === null} onClick={() => setKeys([...keys, nextKey])}>
        Next
      </button>
    </>
  )
}

'use client'

import { describeError, formatLabel } from '@flow-query/format'
import { useFlow, useFlowHistory } from '@flow-query/react'

export function Label({ id }: { id: string }) {
  const { data: flow, error } = useFlow({ id })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!flow && !error && <p>Loading…</p>}
      {flow && (
        <>
          <h1>{formatLabel(flow)}</h1>
          <a href={`/owner/${flow.owner}`}>All flows of this owner</a>
        </>
      )}
    </>
  )
}

export function Runs({ id }: { id: string }) {
  const { data, error } = useFlowHistory({ id, limit: 5, reverse: true })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!data && !error && <p>Loading runs…</p>}
      <ul>
        {Object.entries(data?.history ?? []).map(([index, { actualExecTime, executed }]) => (
          <li key={index}>
            {actualExecTime}: {executed ? 'succeeded' : 'did not succeed'}
          </li>
        ))}
      </ul>
    </>
  )
}

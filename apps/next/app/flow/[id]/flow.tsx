'use client'

import { describeError, formatLabel } from '@flow-query/format'
import { useFlow, useFlowHistory } from '@flow-query/react'

export function Label({ id }: { id: string }) {
  const { data: flow, error } = useFlow({ id })
  if (!flow) return <p>{describeError(error) ?? 'Loading…'}</p>
  return (
    <>
      <h1>{formatLabel(flow)}</h1>
      <a href={`/owner/${flow.owner}`}>All flows of this owner</a>
    </>
  )
}

export function Runs({ id }: { id: string }) {
  const { data, error } = useFlowHistory({ id, limit: 5, reverse: true })
  if (!data) return <p>{describeError(error) ?? 'Loading runs…'}</p>
  return (
    <ul>
      {Object.entries(data.history).map(([index, { actualExecTime, executed }]) => (
        <li key={index}>
          {actualExecTime}: {executed ? 'succeeded' : 'did not succeed'}
        </li>
      ))}
    </ul>
  )
}

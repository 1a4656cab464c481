import { useFlow } from '@flow-query/react'

export function FlowLabel() {
  const { data: flow, error } = useFlow({ id: '14' })
  return (
    <>
      {error && <p role="alert">{error.message}</p>}
      {!flow && !error && <p>Loading…</p>}
      {flow && <p>{flow.label || `Flow ${flow.id}`}</p>}
    </>
  )
}

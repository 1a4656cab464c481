import { useFlow, useFlowClient } from '@flow-query/react'
import { useQuery } from '@tanstack/react-query'

export function Wrong({ id, open }) {
  const client = useFlowClient()
  const { data } = useQuery({ queryKey: ['label'], queryFn: () => client.flow({ id }) })
  if (!open) return null
  const flow = useFlow({ id })
  return <p title={data?.label}>{flow.data?.label}</p>
}

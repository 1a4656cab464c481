import { flowQueryOptions, useFlowClient } from '@flow-query/react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

export const FlowPage = ({ id }: { id: string }) => (
  <Suspense fallback={<p>Loading</p>}>
    <Label id={id} />
  </Suspense>
)

function Label({ id }: { id: string }) {
  const client = useFlowClient()
  const { data } = useSuspenseQuery(flowQueryOptions(client, { id }))
  return <p>{data.label}</p>
}

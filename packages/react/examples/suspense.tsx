import { useSuspenseFlow } from '@flow-query/react'
import { Suspense } from 'react'

export const FlowPage = ({ id }: { id: string }) => (
  <Suspense fallback={<p>Loading</p>}>
    <Label id={id} />
  </Suspense>
)

function Label({ id }: { id: string }) {
  const { data } = useSuspenseFlow({ id })
  return <p>{data.label}</p>
}

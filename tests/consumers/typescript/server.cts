import {
  createFlowClient,
  type FlowQueryError,
  FlowQueryProvider,
  type UseFlowResult,
  useFlow,
} from '@flow-query/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

function Label() {
  const { data, error }: UseFlowResult = useFlow({ id: 1 })
  const reason: FlowQueryError | null = error
  return createElement('p', null, data?.label, reason?.kind)
}

export const app = createElement(FlowQueryProvider, { client }, createElement(Label))
export const provider = QueryClientProvider

import { createFlowClient, FlowQueryProvider, useFlow } from '@flow-query/react'
import { createLcd } from '@flow-query/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

afterEach(cleanup)

function Label({ id }: { id: number }) {
  const { data, error } = useFlow({ id })
  return <p>{data?.label ?? error?.kind}</p>
}

test('shows the label of a flow', async () => {
  const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FlowQueryProvider client={client}>
        <Label id={1} />
      </FlowQueryProvider>
    </QueryClientProvider>,
  )

  expect(await screen.findByText('Pay rent')).toBeDefined()
})

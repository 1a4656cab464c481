import type { Flow } from '@flow-query/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import { memo } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { createApp } from '../test/app.js'
import { useFlows, useInfiniteFlows } from './index.js'

let rendered: string[] = []

beforeEach(() => {
  rendered = []
})

const Row = memo(function Row({ flow }: { flow: Flow }) {
  rendered.push(flow.id)
  return (
    <li>
      {flow.id}: {flow.label}
    </li>
  )
})

const Rows = ({ flows = [] }: { flows: Flow[] | undefined }) => (
  <ul>
    {flows.map(flow => (
      <Row key={flow.id} flow={flow} />
    ))}
  </ul>
)

function List() {
  return <Rows flows={useFlows({ limit: 1_000 }).data?.flows} />
}

function InfiniteList() {
  return <Rows flows={useInfiniteFlows({ limit: 1_000 }).data?.pages.flatMap(page => page.flows)} />
}

test.each([
  ['useFlows', List],
  ['useInfiniteFlows', InfiniteList],
])('%s: of 1,000 rows a refetch renders those that have changed, and no other', async (_, List) => {
  const app = createApp({ flows: Array.from({ length: 1_000 }, () => ({ label: 'Pay rent' })) })
  render(<List />, app)
  await waitFor(() => expect(rendered).toHaveLength(1_000))
  rendered = []

  await act(() => app.queryClient.refetchQueries())
  expect(app.lcd.requests).toHaveLength(2)
  expect(rendered).toEqual([])

  app.lcd.updateFlow(500, { label: 'Pay more' })
  await act(() => app.queryClient.refetchQueries())
  expect(await screen.findByText('500: Pay more')).toBeDefined()
  expect(rendered).toEqual(['500'])
})

import type { Flow } from '@flow-query/core'
import { render, screen, waitFor } from '@testing-library/vue'
import { beforeEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { createApp } from '../test/app.js'
import { useFlows, useInfiniteFlows } from './index.js'

let rendered: string[] = []

beforeEach(() => {
  rendered = []
})

const Row = defineComponent(
  (props: { flow: Flow }) => () => {
    rendered.push(props.flow.id)
    return h('li', `${props.flow.id}: ${props.flow.label}`)
  },
  { props: ['flow'] },
)

const rows = (flows: readonly Flow[] = []) =>
  h(
    'ul',
    flows.map(flow => h(Row, { key: flow.id, flow })),
  )

const List = defineComponent(() => {
  const { data } = useFlows({ limit: 1_000 })
  return () => rows(data.value?.flows)
})

const InfiniteList = defineComponent(() => {
  const { data } = useInfiniteFlows({ limit: 1_000 })
  return () => rows(data.value?.pages.flatMap(page => page.flows))
})

test.each([
  ['useFlows', List],
  ['useInfiniteFlows', InfiniteList],
])('%s: of 1,000 rows a refetch renders those that have changed, and no other', async (_, List) => {
  const app = createApp({ flows: Array.from({ length: 1_000 }, () => ({ label: 'Pay rent' })) })
  render(List, app)
  await waitFor(() => expect(rendered).toHaveLength(1_000))
  rendered = []

  await app.queryClient.refetchQueries()
  expect(app.lcd.requests).toHaveLength(2)
  expect(rendered).toEqual([])

  app.lcd.updateFlow(500, { label: 'Pay more' })
  await app.queryClient.refetchQueries()
  expect(await screen.findByText('500: Pay more')).toBeDefined()
  expect(rendered).toEqual(['500'])
})

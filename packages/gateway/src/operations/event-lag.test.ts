import type { FlowEventListener } from '@flow-query/core/live'
import { expect, test, vi } from 'vitest'
import { settle, until } from '../../../../tests/setup/until.js'
import { measureEventLag } from './event-lag.js'

function eventsWith(height: number, time: string) {
  let listener: FlowEventListener | undefined
  const nodeStatus = vi.fn(async () => ({ sync_info: { latest_block_height: `${height}`, latest_block_time: time } }))
  const events = {
    listen: (next: FlowEventListener) => {
      listener = next
    },
    nodeStatus,
  }
  return { events, nodeStatus, arrive: (at: number) => listener?.onEvents([{ height: at } as never]) }
}

const time = '2026-06-15T12:00:00.500Z'
const now = Date.parse('2026-06-15T12:00:01.750Z')

test('measures the seconds from a block to its events', async () => {
  const { events, arrive } = eventsWith(7, time)
  const onLag = vi.fn()
  measureEventLag(events, onLag, () => now)
  arrive(7)
  await until(() => expect(onLag).toHaveBeenCalledWith(1.25))
})

test('measures nothing if the node is already at a later block', async () => {
  const { events, arrive } = eventsWith(8, time)
  const onLag = vi.fn()
  measureEventLag(events, onLag, () => now)
  arrive(7)
  await settle()
  expect(onLag).not.toHaveBeenCalled()
})

test('asks the node at most once in ten seconds', () => {
  const { events, nodeStatus, arrive } = eventsWith(7, time)
  let clock = now
  measureEventLag(
    events,
    () => {},
    () => clock,
  )
  for (const later of [0, 9_000, 10_000, 12_000]) {
    clock = now + later
    arrive(7)
  }
  expect(nodeStatus).toHaveBeenCalledTimes(2)
})

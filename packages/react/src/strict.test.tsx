import { everyQuery, observers } from '@flow-query/contract'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createApp } from '../test/app.js'
import { hooks } from '../test/framework.js'
import { useLiveFlows, useWatchFlows } from './live/index.js'

/** One hook of each kind. The others are created in the same way. */
const kinds = everyQuery.filter(([name]) => ['useFlow', 'useInfiniteFlows', 'useFlowCollection'].includes(name))

test.each(kinds)('%s: has one observer while mounted and none after unmount', async (_, useQuery) => {
  const app = createApp()
  const { result, unmount } = renderHook(() => useQuery(hooks), { ...app, reactStrictMode: true })

  await waitFor(() => expect(result.current.status).toBe('success'))
  expect(observers(app)).toEqual([1])
  unmount()
  expect(observers(app)).toEqual([0])
})

test('live: opens one connection and closes it after unmount', async () => {
  const app = createApp()
  const { result, unmount } = renderHook(
    () => {
      useWatchFlows({ onEvent: () => {} })
      return useLiveFlows()
    },
    { ...app, reactStrictMode: true },
  )
  await waitFor(() => expect(result.current.state).toBe('connected'))
  expect(app.connections).toHaveLength(1)

  unmount()
  await waitFor(() => expect(app.lcd.sockets).toBe(0))
})

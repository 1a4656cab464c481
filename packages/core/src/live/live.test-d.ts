import { createLcd } from '@flow-query/testing'
import { QueryClient } from '@tanstack/query-core'
import { expectTypeOf, test } from 'vitest'
import { WebSocket as WsWebSocket } from 'ws'
import type { FlowClient, WebSocketConstructor } from '../index.js'
import { type FlowEvent, type LiveQueryClient, type LiveStatus, liveFlows, watchFlows } from './index.js'

test('a WebSocket is the DOM’s, the one of `ws`, or one in memory', () => {
  expectTypeOf(WebSocket).toExtend<WebSocketConstructor>()
  expectTypeOf(WsWebSocket).toExtend<WebSocketConstructor>()
  expectTypeOf(createLcd().WebSocket).toExtend<WebSocketConstructor>()
  expectTypeOf<typeof EventSource>().not.toExtend<WebSocketConstructor>()
})

test('callbacks are typed', () => {
  watchFlows({} as FlowClient, {
    onEvents(events) {
      expectTypeOf(events).toEqualTypeOf<readonly FlowEvent[]>()
      expectTypeOf<FlowEvent['owner']>().toEqualTypeOf<string | null>()
    },
    onStatus(status) {
      expectTypeOf(status).toEqualTypeOf<LiveStatus>()
    },
  })
  // @ts-expect-error: without a callback, the subscription has no effect
  watchFlows({} as FlowClient, {})
})

test('a QueryClient is a cache to follow with', () => {
  expectTypeOf<QueryClient>().toExtend<LiveQueryClient>()
  liveFlows({} as FlowClient, new QueryClient(), { signal: new AbortController().signal })
  // @ts-expect-error it would never end
  liveFlows({} as FlowClient, new QueryClient(), {})
  // @ts-expect-error no cache of TanStack
  liveFlows({} as FlowClient, new Map(), { signal: new AbortController().signal })
})

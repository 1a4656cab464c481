import { createLcd } from '@flow-query/testing'
import { QueryClient } from '@tanstack/query-core'
import { expectTypeOf, test } from 'vitest'
import { WebSocket as WsWebSocket } from 'ws'
import type { FlowClient } from './index.js'
import { type FlowEvent, type LiveStatus, type WebSocketConstructor, watchFlows } from './live.js'
import { type FlowQueryCache, followFlows } from './updates.js'

test('a WebSocket is the DOM’s, the one of `ws`, or one in memory', () => {
  expectTypeOf(WebSocket).toExtend<WebSocketConstructor>()
  expectTypeOf(WsWebSocket).toExtend<WebSocketConstructor>()
  expectTypeOf(createLcd().WebSocket).toExtend<WebSocketConstructor>()
  expectTypeOf<typeof EventSource>().not.toExtend<WebSocketConstructor>()
})

test('callbacks are typed', () => {
  watchFlows({
    rpc: 'https://rpc.test',
    onEvent(event) {
      expectTypeOf(event).toEqualTypeOf<FlowEvent>()
      expectTypeOf(event.owner).toEqualTypeOf<string | null>()
    },
    onStatus(status) {
      expectTypeOf(status).toEqualTypeOf<LiveStatus>()
    },
  })
  // @ts-expect-error nobody would hear it
  watchFlows({ rpc: 'https://rpc.test' })
})

test('a QueryClient is a cache to follow with', () => {
  expectTypeOf<QueryClient>().toExtend<FlowQueryCache>()
  followFlows({} as FlowClient, new QueryClient(), { signal: new AbortController().signal })
  // @ts-expect-error it would never end
  followFlows({} as FlowClient, new QueryClient(), {})
  // @ts-expect-error no cache of TanStack
  followFlows({} as FlowClient, new Map(), { signal: new AbortController().signal })
})

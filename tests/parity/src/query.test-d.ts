import type { Flow, FlowClient } from '@flow-query/core'
import * as react from '@flow-query/react'
import * as svelte from '@flow-query/svelte'
import * as vue from '@flow-query/vue'
import { QueryClient as ReactQueryClient } from '@tanstack/react-query'
import { QueryClient as SvelteQueryClient } from '@tanstack/svelte-query'
import { QueryClient as VueQueryClient } from '@tanstack/vue-query'
import { expectTypeOf, test } from 'vitest'

declare const client: FlowClient

/** The bindings don't test these methods themselves, because the oldest supported TanStack Query doesn't have them. */
test('`queryClient.query` and `infiniteQuery` infer the type of the data', () => {
  const inReact = new ReactQueryClient()
  expectTypeOf(inReact.query(react.flowQueryOptions(client, { id: 14 }))).resolves.toEqualTypeOf<Flow>()
  const inVue = new VueQueryClient()
  expectTypeOf(inVue.query(vue.flowQueryOptions(client, { id: 14 }))).resolves.toEqualTypeOf<Flow>()
  const inSvelte = new SvelteQueryClient()
  expectTypeOf(inSvelte.query(svelte.flowQueryOptions(client, { id: 14 }))).resolves.toEqualTypeOf<Flow>()

  expectTypeOf(inReact.infiniteQuery(react.flowsInfiniteQueryOptions(client))).resolves.toExtend<{ pages: object[] }>()
  expectTypeOf(inVue.infiniteQuery(vue.flowsInfiniteQueryOptions(client))).resolves.toExtend<{ pages: object[] }>()
  expectTypeOf(inSvelte.infiniteQuery(svelte.flowsInfiniteQueryOptions(client))).resolves.toExtend<{
    pages: object[]
  }>()
})

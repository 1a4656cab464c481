import type * as react from '@flow-query/react'
import type * as svelte from '@flow-query/svelte'
import type * as vue from '@flow-query/vue'
import { expectTypeOf, test } from 'vitest'
import type { MaybeRefOrGetter } from 'vue'

/** The options that only some bindings have. */
interface Differences {
  /** Only React can stay mounted without a subscription. */
  react: 'subscribed'
  /** TanStack Query's observers have this option, but its React types omit it. */
  svelte: 'suspense'
  /** Only Vue makes data deeply reactive by default. */
  vue: 'suspense' | 'shallow'
}

interface Queries {
  useFlow: { react: react.UseFlowOptions; svelte: svelte.UseFlowOptions; vue: vue.UseFlowOptions }
  useInfiniteFlows: {
    react: react.UseInfiniteFlowsOptions
    svelte: svelte.UseInfiniteFlowsOptions
    vue: vue.UseInfiniteFlowsOptions
  }
}

type Common<Query extends keyof Queries> = keyof Queries[Query]['react'] &
  keyof Queries[Query]['svelte'] &
  keyof Queries[Query]['vue']

test('the bindings have the same options, except for the listed differences', () => {
  expectTypeOf<Common<'useFlow'> | Differences['react']>().toEqualTypeOf<keyof Queries['useFlow']['react']>()
  expectTypeOf<Common<'useFlow'> | Differences['svelte']>().toEqualTypeOf<keyof Queries['useFlow']['svelte']>()
  expectTypeOf<Common<'useFlow'> | Differences['vue']>().toEqualTypeOf<keyof Queries['useFlow']['vue']>()
  type List = Queries['useInfiniteFlows']
  expectTypeOf<Common<'useInfiniteFlows'> | Differences['react']>().toEqualTypeOf<keyof List['react']>()
  expectTypeOf<Common<'useInfiniteFlows'> | Differences['svelte']>().toEqualTypeOf<keyof List['svelte']>()
  expectTypeOf<Common<'useInfiniteFlows'> | Differences['vue']>().toEqualTypeOf<keyof List['vue']>()
})

test('Svelte: each option has the same type as in React', () => {
  type Options = Queries['useFlow']
  expectTypeOf<Pick<Options['svelte'], Common<'useFlow'>>>().toEqualTypeOf<Pick<Options['react'], Common<'useFlow'>>>()
  type List = Queries['useInfiniteFlows']
  expectTypeOf<Pick<List['svelte'], Common<'useInfiniteFlows'>>>().toEqualTypeOf<
    Pick<List['react'], Common<'useInfiniteFlows'>>
  >()
})

/** The options that have the same types as in React. Vue calls an `enabled` function without the query. */
type AsInReact<Query extends keyof Queries> = Exclude<Common<Query>, 'enabled'>

test('Vue: each option accepts the same values as in React, or a ref to such a value', () => {
  type Options = Queries['useFlow']
  type Refs<Options> = { [Name in keyof Options]?: MaybeRefOrGetter<Options[Name] | undefined> | undefined }
  expectTypeOf<Pick<Options['react'], AsInReact<'useFlow'>>>().toExtend<Pick<Options['vue'], AsInReact<'useFlow'>>>()
  expectTypeOf<Pick<Options['vue'], AsInReact<'useFlow'>>>().toExtend<
    Refs<Pick<Options['react'], AsInReact<'useFlow'>>>
  >()
  type List = Queries['useInfiniteFlows']
  expectTypeOf<Pick<List['react'], AsInReact<'useInfiniteFlows'>>>().toExtend<
    Pick<List['vue'], AsInReact<'useInfiniteFlows'>>
  >()
})

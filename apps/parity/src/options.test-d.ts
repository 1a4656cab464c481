import type * as react from '@flow-query/react'
import type * as svelte from '@flow-query/svelte'
import type * as vue from '@flow-query/vue'
import { expectTypeOf, test } from 'vitest'
import type { MaybeRefOrGetter } from 'vue'

/** What one binding takes and another does not. */
interface Differences {
  /** React alone can stay mounted without listening. */
  react: 'subscribed'
  /** A field of TanStack's observers, which its React types leave out and those of the others do not. */
  svelte: 'suspense'
  /** Vue alone makes what it is given deeply reactive, unless told not to. */
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

test('the same options, but for those named here', () => {
  expectTypeOf<Common<'useFlow'> | Differences['react']>().toEqualTypeOf<keyof Queries['useFlow']['react']>()
  expectTypeOf<Common<'useFlow'> | Differences['svelte']>().toEqualTypeOf<keyof Queries['useFlow']['svelte']>()
  expectTypeOf<Common<'useFlow'> | Differences['vue']>().toEqualTypeOf<keyof Queries['useFlow']['vue']>()
  type List = Queries['useInfiniteFlows']
  expectTypeOf<Common<'useInfiniteFlows'> | Differences['react']>().toEqualTypeOf<keyof List['react']>()
  expectTypeOf<Common<'useInfiniteFlows'> | Differences['svelte']>().toEqualTypeOf<keyof List['svelte']>()
  expectTypeOf<Common<'useInfiniteFlows'> | Differences['vue']>().toEqualTypeOf<keyof List['vue']>()
})

test('Svelte: each option is of the same type as in React', () => {
  type Options = Queries['useFlow']
  expectTypeOf<Pick<Options['svelte'], Common<'useFlow'>>>().toEqualTypeOf<Pick<Options['react'], Common<'useFlow'>>>()
  type List = Queries['useInfiniteFlows']
  expectTypeOf<Pick<List['svelte'], Common<'useInfiniteFlows'>>>().toEqualTypeOf<
    Pick<List['react'], Common<'useInfiniteFlows'>>
  >()
})

/** Vue calls a function for `enabled` without the query. */
type AsInReact<Query extends keyof Queries> = Exclude<Common<Query>, 'enabled'>

test('Vue: each option may be what it is in React, and a ref of it besides', () => {
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

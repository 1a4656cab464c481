/** The binding for the type tests in `packages/contract/types`. */
import type { FlowQueryError } from '@flow-query/core'
import type { CreateInfiniteQueryResult, CreateQueryResult } from '@tanstack/svelte-query'
import type { QueryStore } from '../src/index.js'

export type { QueryClient } from '@tanstack/svelte-query'
export * from '../src/collection/index.js'
export * from '../src/index.js'
export * from '../src/insights/index.js'
export * from '../src/live/index.js'

export type Result<Data> = QueryStore<CreateQueryResult<Data, FlowQueryError>>
export type InfiniteResult<Data> = QueryStore<CreateInfiniteQueryResult<Data, FlowQueryError>>

/** Returns the value of a field of a result. */
export declare const valueIn: <Value>(field: Value) => Value

/** The binding for the type tests in `packages/contract/types`. */
import type { FlowQueryError } from '@flow-query/core'
import type { UseInfiniteQueryReturnType, UseQueryReturnType } from '@tanstack/vue-query'

export type { QueryClient } from '@tanstack/vue-query'
export * from '../src/collection/index.js'
export * from '../src/index.js'
export * from '../src/insights/index.js'
export * from '../src/live/index.js'

export type Result<Data> = UseQueryReturnType<Data, FlowQueryError>
export type InfiniteResult<Data> = UseInfiniteQueryReturnType<Data, FlowQueryError>

/** Returns the value of a field of a result. */
export declare const valueIn: <Value>(field: { readonly value: Value }) => Value

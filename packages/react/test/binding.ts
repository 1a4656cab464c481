/** The binding for the type tests in `packages/contract/types`. */
import type { FlowQueryError } from '@flow-query/core'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'

export type { QueryClient } from '@tanstack/react-query'
export * from '../src/collection/index.js'
export * from '../src/index.js'
export * from '../src/insights/index.js'
export * from '../src/live/index.js'

export type Result<Data> = UseQueryResult<Data, FlowQueryError>
export type InfiniteResult<Data> = UseInfiniteQueryResult<Data, FlowQueryError>

/** Returns the value of a field of a result. */
export declare const valueIn: <Value>(field: Value) => Value

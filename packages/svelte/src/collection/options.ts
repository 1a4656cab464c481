import type { FlowClient, FlowQueryError, FlowQueryKey, QueryArgs } from '@flow-query/core'
import {
  type FlowCollectionQueryOptions as CoreQueryOptions,
  type FlowCollection,
  type FlowCollectionArgs,
  flowCollectionQueryOptions as flowCollection,
} from '@flow-query/core/collection'
import type { DataTag } from '@tanstack/svelte-query'

/** Query options for a collection. The type of `queryKey` includes the types of the data and the error. */
export interface FlowCollectionQueryOptions extends CoreQueryOptions {
  queryKey: DataTag<FlowQueryKey<'flowCollection'>, FlowCollection, FlowQueryError>
  /** Never set. TanStack Query infers the error type from it. */
  throwOnError?: (error: FlowQueryError) => boolean
}

/** Returns query options for all flows of an owner, or of the chain if you omit `owner`. */
export function flowCollectionQueryOptions(
  client: FlowClient,
  args?: QueryArgs<FlowCollectionArgs>,
): FlowCollectionQueryOptions {
  // `DataTag` exists only in the types, so the cast is safe.
  return flowCollection(client, args) as FlowCollectionQueryOptions
}

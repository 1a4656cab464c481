import type { FlowClient, FlowQueryError, FlowQueryKey, QueryArgs } from '@flow-query/core'
import {
  type FlowCollectionQueryOptions as CoreQueryOptions,
  type FlowCollection,
  type FlowCollectionArgs,
  flowCollectionQueryOptions as flowCollection,
} from '@flow-query/core/collection'
import type { DataTag } from '@tanstack/svelte-query'

/** A collection, whose key tells TanStack Query what is cached under it. */
export interface FlowCollectionQueryOptions extends CoreQueryOptions {
  queryKey: DataTag<FlowQueryKey<'flowCollection'>, FlowCollection, FlowQueryError>
  /** Never there: where TanStack Query looks for the type of errors. */
  throwOnError?: (error: FlowQueryError) => boolean
}

/** Every flow of the chain, or of an owner. */
export function flowCollectionQueryOptions(
  client: FlowClient,
  args?: QueryArgs<FlowCollectionArgs>,
): FlowCollectionQueryOptions {
  // The tag is of types alone.
  return flowCollection(client, args) as FlowCollectionQueryOptions
}

'use client'

import type { FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { type UseQueryResult, type UseSuspenseQueryResult, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { bind } from '../bind.js'
import type { QueryHookOptions, SuspenseQueryHookOptions } from '../types.js'
import { flowCollectionQueryOptions } from './options.js'

/** Every flow of the chain, or of an owner. It is there with its first page, and grows while it is read. */
export const useFlowCollection = bind(useQuery, flowCollectionQueryOptions)
export type UseFlowCollectionOptions<Selected = FlowCollection> = QueryHookOptions<'flowCollection', Selected>
export type UseFlowCollectionResult<Selected = FlowCollection> = UseQueryResult<Selected, FlowQueryError>

/** {@link useFlowCollection}, suspending until all is read. */
export const useSuspenseFlowCollection = bind(useSuspenseQuery, flowCollectionQueryOptions)
export type UseSuspenseFlowCollectionOptions<Selected = FlowCollection> = SuspenseQueryHookOptions<
  'flowCollection',
  Selected
>
export type UseSuspenseFlowCollectionResult<Selected = FlowCollection> = UseSuspenseQueryResult<
  Selected,
  FlowQueryError
>

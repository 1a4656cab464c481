import type { FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { type UseQueryReturnType, useQuery } from '@tanstack/vue-query'
import { bind } from '../bind.js'
import type { QueryHookOptions } from '../types.js'
import { flowCollectionQueryOptions } from './options.js'

/** Every flow of the chain, or of an owner. It is there with its first page, and grows while it is read. */
export const useFlowCollection = bind(useQuery, flowCollectionQueryOptions)
export type UseFlowCollectionOptions<Selected = FlowCollection> = QueryHookOptions<'flowCollection', Selected>
export type UseFlowCollectionResult<Selected = FlowCollection> = UseQueryReturnType<Selected, FlowQueryError>

'use client'

import type { FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { bind } from '../bind.js'
import type { QueryHookOptions } from '../types.js'

/**
 * Fetches all flows of an owner, or of the chain if you omit `owner`. If you pass `null`, `undefined` or an empty
 * string, the query waits.
 *
 * `data` is available after the first page and grows until `data.complete` is true.
 */
export const useFlowCollection = bind(useQuery, flowCollectionQueryOptions)
export type UseFlowCollectionOptions<Selected = FlowCollection> = QueryHookOptions<'flowCollection', Selected>
export type UseFlowCollectionResult<Selected = FlowCollection> = UseQueryResult<Selected, FlowQueryError>

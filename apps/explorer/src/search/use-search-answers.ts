import type { Flow, FlowClient, FlowHistoryEntry } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { useFlowClient } from '@flow-query/react'
import { flowCollectionQueryOptions } from '@flow-query/react/collection'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useBookmarks } from '../bookmarks/BookmarksProvider'
import { reachableBookmarks } from '../bookmarks/bookmarks'
import { readFilters } from '../filters/filters'
import { findFlows } from '../filters/find-flows'
import { useEndpoint } from '../node/EndpointProvider'
import { isTransactionHash } from '../router/paths'
import { knownAnswers } from '../runs/use-answers'
import { useSteps } from '../steps/use-steps'
import { type SearchAnswers, searchAnswers } from './answers'

/** Returns the answers to a text from the loaded data, without requests. A closed search has no answers. */
export function useSearchAnswers(text: string, isOpen: boolean): SearchAnswers {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const { endpoint } = useEndpoint()
  const { bookmarks, ownerNames } = useBookmarks()
  const q = isOpen ? text.trim() : ''
  const flows = useMemo(() => (isOpen ? loadedFlows(queryClient, client) : none), [isOpen, queryClient, client])
  const result = useSteps(
    q,
    useCallback(
      time => {
        const searched = q && !isTransactionHash(q) ? flows : none
        const collection = { flows: searched, loaded: searched.length, total: searched.length, complete: true }
        return findFlows(collection as FlowCollection, readFilters(new URLSearchParams({ q })), time, ownerNames)
      },
      [q, flows, ownerNames],
    ),
  )
  const found = result?.filters.q === q ? result.found : none
  return useMemo(() => {
    if (!isOpen) return closed
    return searchAnswers(q, {
      found,
      flows,
      bookmarks: reachableBookmarks(bookmarks, endpoint),
      transactions: knownAnswers(queryClient, client),
      histories: loadedHistories(queryClient, client),
    })
  }, [isOpen, q, found, flows, bookmarks, endpoint, queryClient, client])
}

const none: readonly Flow[] = []
const closed: SearchAnswers = { options: [], note: null }

/** Returns the flows of the chain, or those of the opened pages if the list of the chain isn't loaded. */
function loadedFlows(queryClient: QueryClient, client: FlowClient): readonly Flow[] {
  const chain = queryClient.getQueryData<FlowCollection>(flowCollectionQueryOptions(client).queryKey)
  if (chain) return chain.flows
  const known = new Map<string, Flow>()
  for (const data of loadedData(queryClient, client)) {
    if (isFlow(data)) known.set(data.id, data)
    else if (hasList(data, 'flows')) for (const flow of data.flows.filter(isFlow)) known.set(flow.id, flow)
  }
  return Array.from(known.values())
}

function loadedHistories(queryClient: QueryClient, client: FlowClient) {
  const queries = queryClient.getQueryCache().findAll({ queryKey: ['flow-query', client.scope, 'flowHistory'] })
  return queries.flatMap(({ queryKey: [, , , args], state: { data } }) => {
    const flowId = (args as { id?: unknown } | undefined)?.id
    if (typeof flowId !== 'string') return []
    const [first] = hasList(data, 'pages') ? data.pages : [data]
    return hasList(first, 'history') ? [{ flowId, history: first.history as readonly FlowHistoryEntry[] }] : []
  })
}

function loadedData(queryClient: QueryClient, client: FlowClient): unknown[] {
  return queryClient.getQueriesData({ queryKey: ['flow-query', client.scope] }).map(([, data]) => data)
}

function isFlow(data: unknown): data is Flow {
  return typeof data === 'object' && data !== null && 'id' in data && 'execTime' in data && 'msgs' in data
}

function hasList<Name extends string>(data: unknown, name: Name): data is Record<Name, unknown[]> {
  return typeof data === 'object' && data !== null && Array.isArray((data as Record<string, unknown>)[name])
}

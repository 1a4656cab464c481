import { formatNumber } from '@flow-query/format'
import { json } from '../values/json'

/** The part of TanStack Query's `QueryState` that this file reads. */
interface CachedState {
  data: unknown
  error: Error | null
}

export interface ApiResponse {
  /** The cached data as indented JSON, or null if no data is cached. */
  text: string | null
  /** Explains what the text contains, or why it is null. */
  note: string
}

/** The maximum number of flows in the text. The JSON of a whole chain can have more than 60 MB. */
const maxFlows = 100

const help = 'The data that the hook returns: the node’s JSON with camelCase names.'

/** Returns the cached data of a query as text. `state` is undefined if the page has not sent the request yet. */
export function apiResponse(state: CachedState | undefined): ApiResponse {
  const data = state?.data
  if (data === undefined) return { text: null, note: state?.error?.message ?? 'Loading…' }
  if (hasList(data, 'pages') && hasList(data, 'pageParams'))
    return { text: json(data.pages[0]), note: `${help} The first page.` }
  if (hasList(data, 'flows') && data.flows.length > maxFlows)
    return {
      text: json({ ...data, flows: data.flows.slice(0, maxFlows) }),
      note: `${help} The first ${formatNumber(maxFlows)} of ${formatNumber(data.flows.length)} flows.`,
    }
  return { text: json(data), note: help }
}

function hasList<Name extends string>(data: unknown, name: Name): data is Record<Name, unknown[]> {
  return typeof data === 'object' && data !== null && Array.isArray(Reflect.get(data, name))
}

// Cache keys and cache queries, for packages that add queries.

export { prefetchQuery } from '../cache/fetch.js'
export { blocksOf, type ReadBlocks } from '../cache/fetch-progress.js'
export { givenArguments, type KeyArgs, keyOf, queryKey, type Scoped } from '../cache/keys.js'
export {
  allowListeners,
  type CacheQuery,
  createQuery,
  type Definition,
  methodQuery,
  type QueryContext,
} from '../cache/query.js'
export { chainTimeQuery } from '../chain-time.js'
export { isSame } from '../same.js'
export { limited, newestRunsQuery, runsPerFlow } from '../scan/newest-runs.js'

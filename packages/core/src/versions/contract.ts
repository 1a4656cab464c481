import type { Body } from '../decode.js'
import type { Queries, QueryName } from '../types.js'

/**
 * An API version: the routes of its queries, and functions that convert its responses.
 *
 * @example
 * // A version with a different route
 * const custom = { ...v1, routes: { ...v1.routes, flowHistory: ['history/{id}'] } }
 */
export interface Version {
  /** The version in paths, for example `v1`. */
  readonly name: string
  /**
   * The possible routes of each query: paths after `/{service}/intent/{version}/` such as `flow/{id}`, with the names of arguments in
   * braces. The client tries them in order, skips those that return status 501, and remembers the one that works. An empty list means
   * that this version doesn't support the query.
   */
  readonly routes: { readonly [Name in QueryName]: readonly string[] }
  readonly mappers: { readonly [Name in QueryName]: Mapper<Queries[Name]['data']> }
}

/** `isCounted` is true if the size of a list was requested. */
type Mapper<Data> = (body: Body, isCounted: boolean) => Data

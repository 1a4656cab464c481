import type { Body } from '../decode.js'
import type { PageArgs, Queries, QueryName } from '../types.js'

/**
 * One version of the interface: where its queries are, and how its bodies map to our types.
 *
 * A route is relative to `/{service}/intent/{name}/` and names arguments in braces. Where a query has several,
 * they are tried in order while the node answers 501, and the one that works is remembered. To use another path:
 * `{ ...v1, routes: { ...v1.routes, flowHistory: ['history/{id}'] } }`.
 */
export interface Version {
  /** The path segment: `v1`. */
  readonly name: string
  readonly routes: { readonly [Name in QueryName]: readonly string[] }
  readonly mappers: { readonly [Name in QueryName]: (body: Body, args: PageArgs) => Queries[Name]['data'] }
}

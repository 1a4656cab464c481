import type { Body } from '../decode.js'
import type { Queries, QueryName } from '../types.js'

/**
 * One version of the interface: where its queries are, and how its bodies map to our types.
 *
 * Where a query has several routes, they are tried in order while the node answers 501, and the one that works is
 * remembered; where it has none, this version does not know it. To use another path:
 * `{ ...v1, routes: { ...v1.routes, flowHistory: [{ path: 'history/{id}' }] } }`.
 */
export interface Version {
  /** The path segment: `v1`. */
  readonly name: string
  readonly routes: { readonly [Name in QueryName]: readonly Route[] }
  readonly mappers: { readonly [Name in QueryName]: Mapper<Queries[Name]['data']> }
}

/** Where a query is. */
export interface Route {
  /** Relative to `/{service}/intent/{version}/`; names arguments in braces: `flow/{id}`. */
  readonly path: string
  /** Query parameters, each with the name of its argument: `{ connection_id: 'connectionId' }`. */
  readonly query?: { readonly [parameter: string]: string }
}

/** Makes data of a body. `isCounted` tells whether a list was asked for its size. */
type Mapper<Data> = (body: Body, isCounted: boolean) => Data

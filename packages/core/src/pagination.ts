import { type Body, child, stringOrNull, uint64 } from './decode.js'
import { checkInteger, invalidArgument } from './errors.js'
import type { PageArgs, PageInfo } from './types.js'

/** Of every page that is asked for without a limit of its own. */
export const defaultLimit = 100

/** What is asked for of a list. */
export interface PageQuery {
  /** By their names in a URL. */
  readonly parameters: { readonly [name: string]: string }
  /** Whether the answer tells the size of the list: a node counts only where it need not begin at a key. */
  readonly isCounted: boolean
}

/**
 * Page arguments as query parameters.
 *
 * A limit is always among them: without one the node counts its whole store for every page.
 *
 * @throws {FlowQueryError} `argument` for a key with an offset, or a number that is none
 */
export function pageQuery({ key, offset, limit = defaultLimit, reverse, countTotal }: PageArgs): PageQuery {
  checkInteger('limit', limit, 1)
  if (offset != null) checkInteger('offset', offset, 0)
  if (offset != null && key) throw invalidArgument('offset', offset, 'to be given with a `key`')

  const isCounted = Boolean(countTotal) && !key
  const parameters: Record<string, string> = { 'pagination.limit': `${limit}` }
  if (key) parameters['pagination.key'] = key
  if (offset) parameters['pagination.offset'] = `${offset}`
  if (reverse) parameters['pagination.reverse'] = 'true'
  if (isCounted) parameters['pagination.count_total'] = 'true'
  return { parameters, isCounted }
}

/** The node sends a `total` of 0 where it did not count: only one that was asked for says something. */
export function pageInfo(body: Body, isCounted: boolean): PageInfo {
  return child(body, 'pagination', pagination => ({
    nextKey: stringOrNull(pagination, 'next_key') || null,
    total: isCounted ? Number(uint64(pagination, 'total')) : null,
  }))
}

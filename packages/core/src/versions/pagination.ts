import { type Body, checkFields, child, stringOrNull, uint64 } from '../decode.js'
import { checkInteger, FlowQueryError } from '../errors.js'
import type { PageArgs, PageInfo } from '../types.js'

export const defaultLimit = 100

export interface PageQuery {
  readonly parameters: { readonly [name: string]: string }
  /** Nodes only count if the request has no `key`. */
  readonly isCounted: boolean
}

/** Always sets a limit, because without one the node counts all its items for each page. */
export function pageQuery({ key, offset, limit = defaultLimit, reverse, countTotal }: PageArgs): PageQuery {
  checkInteger('limit', limit, 1, defaultLimit)
  if (offset != null) checkInteger('offset', offset, 0, 0)
  if (offset != null && key)
    throw new FlowQueryError('argument', "`offset` and `key` can't be combined: remove one", {}, '')

  const isCounted = Boolean(countTotal) && !key
  const parameters: Record<string, string> = {}
  for (const [name, value] of Object.entries({ limit, key, offset, reverse, count_total: isCounted }))
    if (value) parameters[`pagination.${name}`] = `${value}`
  return { parameters, isCounted }
}

/** Reads `total` only if it was requested, because otherwise the node returns 0. */
export function pageInfo(body: Body, isCounted: boolean): PageInfo {
  return child(body.pagination, 'pagination', pagination => {
    // Without this check, a list with another name for its next page would look complete.
    checkFields(pagination, ['next_key'])
    return {
      nextKey: stringOrNull(pagination.next_key, 'next_key') || null,
      total: isCounted ? Number(uint64(pagination.total, 'total')) : null,
    }
  })
}

import { type Body, child, count, stringOrNull } from './decode.js'
import { checkInteger, refuse } from './errors.js'
import type { PageArgs, PageInfo } from './types.js'

/**
 * Page arguments as query parameters.
 *
 * A limit is always among them: without one the node counts its whole store for every page.
 *
 * @throws {FlowQueryError} `argument` for a key with an offset, or a number that is none
 */
export function pageParameters({ key, offset, limit = 100, reverse, countTotal }: PageArgs): string {
  checkInteger('limit', limit, 1)
  if (offset != null) {
    checkInteger('offset', offset, 0)
    if (key) refuse('offset', offset, 'to be given with a `key`')
  }
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ limit, key, offset, reverse, count_total: countTotal && !key })) {
    if (value) parameters.set(`pagination.${name}`, `${value}`)
  }
  return `${parameters}`
}

/** The node sends a `total` of 0 where it did not count: only one that was asked for says something. */
export function pageInfo(body: Body, { key, countTotal }: PageArgs): PageInfo {
  return child(body, 'pagination', page => ({
    nextKey: stringOrNull(page, 'next_key') || null,
    total: countTotal && !key ? count(page, 'total') : null,
  }))
}

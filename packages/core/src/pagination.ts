import { type Body, child, string, stringOrNull } from './decode.js'
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
  if (offset !== undefined) {
    checkInteger('offset', offset, 0)
    if (key) refuse('offset', offset, 'to be given with a `key`')
  }
  const parameters = { limit, key: key && encodeURIComponent(key), offset, reverse, count_total: countTotal && !key }
  return Object.entries(parameters)
    .filter(([, value]) => value)
    .map(([name, value]) => `pagination.${name}=${value}`)
    .join('&')
}

/** The node sends a `total` of 0 where it did not count: only one that was asked for says something. */
export function pageInfo(body: Body, { key, countTotal }: PageArgs): PageInfo {
  return child(body, 'pagination', page => {
    const total = string(page, 'total')
    return { nextKey: stringOrNull(page, 'next_key'), total: countTotal && !key ? Number(total) : null }
  })
}

import { decodeBase64 } from '../go/base64.js'
import { parseBool, parseUint } from '../go/strconv.js'
import { GoError } from '../go/text.js'
import type { PageRequest } from './paging.js'

/** A query string's parameters in order, in strings of bytes. */
export type QueryString = readonly (readonly [name: string, value: string])[]

/** A parameter that is a text, under either of its names. */
export function stringField(query: QueryString, ...names: string[]): string {
  let value = ''
  for (const [name, values] of grouped(query)) {
    const [field = '', ...nested] = name.split('.')
    if (!names.includes(field)) continue
    if (nested.length > 0) throw new GoError(`unexpected nested field ${nested[0]} in ${field}`)
    value = values[0] ?? ''
  }
  return value
}

const NUMBERS_AND_FLAGS = ['offset', 'limit', 'count_total', 'countTotal', 'reverse']

/** grpc-gateway's reading of `pagination.*`: the first of a repeated parameter counts, what it does not know it ignores. */
export function pageRequest(query: QueryString): PageRequest {
  const request: PageRequest = { key: '', offset: 0n, limit: 0n, countTotal: false, reverse: false }
  for (const [name, [value = '']] of grouped(query)) {
    const [message, field, ...nested] = name.split('.')
    if (message !== 'pagination') continue
    if (field === undefined) throw new GoError('field type *query.PageRequest is not supported in query parameters')
    const [deeper] = nested
    if (deeper !== undefined && field === 'key') throw new GoError(`unexpected repeated field in ${name}`)
    if (deeper !== undefined && NUMBERS_AND_FLAGS.includes(field))
      throw new GoError(`unexpected nested field ${deeper} in pagination.${field}`)
    if (field === 'key') request.key = decodeBase64(value)
    else if (field === 'offset') request.offset = parseUint(value, 0)
    else if (field === 'limit') request.limit = parseUint(value, 0)
    else if (field === 'count_total' || field === 'countTotal') request.countTotal = parseBool(value)
    else if (field === 'reverse') request.reverse = parseBool(value)
  }
  return request
}

/** `name[value]=other` puts a value before the others of that name. */
function grouped(query: QueryString): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [name, value] of query) groups.set(name, [...(groups.get(name) ?? []), value])
  const named = new Map<string, string[]>()
  for (const [name, values] of groups) {
    const [, outer = name, inner] = /^(.*)\[(.*)\]$/.exec(name) ?? []
    named.set(outer, inner === undefined ? values : [inner, ...values])
  }
  return named
}

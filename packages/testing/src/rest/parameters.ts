import { decodeBase64 } from '../go/base64.js'
import { parseBool, parseUint } from '../go/strconv.js'
import { GoError } from '../go/text.js'
import type { PageRequest } from './paging.js'

export type QueryString = readonly (readonly [name: string, value: string])[]

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

const numbersAndFlags = ['offset', 'limit', 'count_total', 'countTotal', 'reverse']

/** Parses `pagination.*` like grpc-gateway does. */
export function pageRequest(query: QueryString): PageRequest {
  const request: PageRequest = { key: '', offset: 0n, limit: 0n, countTotal: false, reverse: false }
  for (const [name, [value = '']] of grouped(query)) {
    const [message, field, ...nested] = name.split('.')
    if (message !== 'pagination') continue
    if (field === undefined) throw new GoError('field type *query.PageRequest is not supported in query parameters')
    const [deeper] = nested
    if (deeper !== undefined && field === 'key') throw new GoError(`unexpected repeated field in ${name}`)
    if (deeper !== undefined && numbersAndFlags.includes(field))
      throw new GoError(`unexpected nested field ${deeper} in pagination.${field}`)
    if (field === 'key') request.key = decodeBase64(value)
    else if (field === 'offset') request.offset = parseUint(value, 0)
    else if (field === 'limit') request.limit = parseUint(value, 0)
    else if (field === 'count_total' || field === 'countTotal') request.countTotal = parseBool(value)
    else if (field === 'reverse') request.reverse = parseBool(value)
  }
  return request
}

/** Groups values by name. `name[value]=other` puts `value` before the other values of that name. */
function grouped(query: QueryString): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [name, value] of query) groups.set(name, [...(groups.get(name) ?? []), value])
  const named = new Map<string, string[]>()
  for (const [name, values] of groups) {
    const [, outer = name, inner] = /^(.*)\[([^[]*)\]$/.exec(name) ?? []
    named.set(outer, inner === undefined ? values : [inner, ...values])
  }
  return named
}

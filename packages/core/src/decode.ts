import { FlowQueryError } from './errors.js'
import type { AnyMessage, Coin } from './types.js'

/** A JSON object whose fields nobody has looked at. */
export interface Body {
  readonly [field: string]: unknown
}

/** Knows the place inside the mapper that threw it; callers put what is around it in front. */
class WrongType {
  declare place: string
  declare readonly problem: string

  constructor(place: string, problem: string) {
    this.place = place
    this.problem = problem
  }
}

/**
 * Runs a mapper over a whole body.
 *
 * @throws {FlowQueryError} `decode`, naming the place: `flows[3].exec_time of https://… is 42, not a string`
 */
export function decode<T>(body: unknown, mapper: (body: Body) => T, url: string): T {
  try {
    return mapper(object(body))
  } catch (error) {
    if (!(error instanceof WrongType)) throw error
    throw new FlowQueryError('decode', `${error.place || 'the body'} of ${url} ${error.problem}`, { url })
  }
}

/** The body of a message that the node prints as null: each of its fields has its default. */
const unset: Body = {}

export function string(body: Body, field: string): string {
  const value = body[field]
  return typeof value === 'string' ? value : wrong(field, 'a string', value)
}

export function number(body: Body, field: string): number {
  const value = body[field]
  return typeof value === 'number' ? value : wrong(field, 'a number', value)
}

/** A number that the node prints as a string. */
export function count(body: Body, field: string): number {
  const value = string(body, field)
  return /^\d+$/.test(value) ? Number(value) : wrong(field, 'a number', value)
}

export function boolean(body: Body, field: string): boolean {
  const value = body === unset ? false : body[field]
  return typeof value === 'boolean' ? value : wrong(field, 'a boolean', value)
}

/** A string that the node prints as null when empty. */
export function stringOrNull(body: Body, field: string): string | null {
  return body[field] === null ? null : string(body, field)
}

export function child<T>(body: Body, field: string, mapper: (body: Body) => T): T {
  try {
    return mapper(object(body[field]))
  } catch (error) {
    throw inside(field, error)
  }
}

export function childOrNull<T>(body: Body, field: string, mapper: (body: Body) => T): T | null {
  return body[field] === null ? null : child(body, field, mapper)
}

export function childOrUnset<T>(body: Body, field: string, mapper: (body: Body) => T): T {
  return childOrNull(body, field, mapper) ?? mapper(unset)
}

export function list<T>(body: Body, field: string, mapper: (body: Body) => T): T[] {
  return items(body, field, value => mapper(object(value)))
}

export function strings(body: Body, field: string): string[] {
  return items(body, field, value => (typeof value === 'string' ? value : wrong('', 'a string', value)))
}

export function coins(body: Body, field: string): Coin[] {
  return list(body, field, coin)
}

export function coin(body: Body): Coin {
  return { denom: string(body, 'denom'), amount: string(body, 'amount') }
}

/** Kept as they are: their fields are not ours to rename. */
export function messages(body: Body, field: string): AnyMessage[] {
  return list(body, field, message => {
    string(message, '@type')
    return message as AnyMessage
  })
}

function items<T>(body: Body, field: string, mapper: (value: unknown) => T): T[] {
  const values = body === unset ? [] : body[field]
  if (!Array.isArray(values)) return wrong(field, 'a list', values)
  const mapped: T[] = []
  try {
    for (const value of values) mapped.push(mapper(value))
  } catch (error) {
    throw inside(`${field}[${mapped.length}]`, error)
  }
  return mapped
}

function object(value: unknown): Body {
  return value && typeof value === 'object' && !Array.isArray(value) ? (value as Body) : wrong('', 'an object', value)
}

function wrong(place: string, expected: string, found: unknown): never {
  const shown = Array.isArray(found)
    ? 'a list'
    : typeof found === 'object' && found
      ? 'an object'
      : JSON.stringify(found)
  throw new WrongType(place, `is ${shown?.slice(0, 50) ?? 'missing'}, not ${expected}`)
}

function inside(place: string, error: unknown): unknown {
  if (error instanceof WrongType) error.place = place + (error.place && `.${error.place}`)
  return error
}

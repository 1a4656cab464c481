import { FlowQueryError, type FlowQueryErrorKind } from './errors.js'
import type { AnyMessage, Coin } from './types.js'

/** A JSON object whose fields nobody has looked at. */
export interface Body {
  readonly [field: string]: unknown
}

export function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Runs a mapper over a whole body.
 *
 * @throws {FlowQueryError} `decode`, naming the place: `flows[3].exec_time of https://… is 42, not a string`; or of the kind
 * that the mapper says
 */
export function decode<T>(body: unknown, mapper: (body: Body) => T, url: string): T {
  try {
    return mapper(record(body))
  } catch (error) {
    if (!(error instanceof BodyProblem)) throw error
    throw new FlowQueryError(error.kind, `${error.place || 'the body'} of ${url} ${error.problem}`, { url })
  }
}

/**
 * A field that is not there has protobuf's default, as releases of one version differ in what they print; one of a wrong
 * type is an error. What makes the thing what it is must be there: see `requiredString`, `requiredList`, `uint64`, `child`.
 */
export function string(body: Body, field: string, absent = ''): string {
  const value = body[field]
  if (typeof value === 'string') return value
  return value === undefined ? absent : wrongType(field, 'a string', value)
}

/** A number that the node prints as a string. */
export function integer(body: Body, field: string): string {
  return string(body, field, '0')
}

/** Seconds with an `s`. */
export function duration(body: Body, field: string): string {
  return string(body, field, '0s')
}

/** RFC 3339; where it is not set, as the node prints that. */
export function time(body: Body, field: string): string {
  return string(body, field, '0001-01-01T00:00:00Z')
}

export function requiredString(body: Body, field: string): string {
  const value = body[field]
  return typeof value === 'string' ? value : wrongType(field, 'a string', value)
}

/** A number that the node prints as a string, kept as one. */
export function uint64(body: Body, field: string): string {
  const value = requiredString(body, field)
  return /^\d+$/.test(value) ? value : wrongType(field, 'a uint64', value)
}

export function number(body: Body, field: string): number {
  const value = body[field]
  if (typeof value === 'number') return value
  return value === undefined ? 0 : wrongType(field, 'a number', value)
}

export function boolean(body: Body, field: string): boolean {
  const value = body[field]
  if (typeof value === 'boolean') return value
  return value === undefined ? false : wrongType(field, 'a boolean', value)
}

/** A string that the node prints as null when empty. */
export function stringOrNull(body: Body, field: string): string | null {
  return body[field] === null ? null : string(body, field)
}

/** A message that must be there. */
export function child<T>(body: Body, field: string, mapper: (body: Body) => T): T {
  return mapInside(field, body[field], mapper)
}

/** A message that the node prints as null, or not at all, when unset. */
export function childOrNull<T>(body: Body, field: string, mapper: (body: Body) => T): T | null {
  const value = body[field]
  return value === undefined || value === null ? null : mapInside(field, value, mapper)
}

/** Where a message is unset, each of its fields has its default. */
export function childOrDefaults<T>(body: Body, field: string, mapper: (body: Body) => T): T {
  return childOrNull(body, field, mapper) ?? mapper({})
}

export function list<T>(body: Body, field: string, mapper: (body: Body) => T): T[] {
  const values = body[field]
  return values === undefined ? [] : mapAll(field, values, value => mapper(record(value)))
}

export function requiredList<T>(body: Body, field: string, mapper: (body: Body) => T): T[] {
  return mapAll(field, body[field], value => mapper(record(value)))
}

export function strings(body: Body, field: string): string[] {
  const values = body[field]
  if (values === undefined) return []
  return mapAll(field, values, value => (typeof value === 'string' ? value : wrongType('', 'a string', value)))
}

export function coins(body: Body, field: string): Coin[] {
  return list(body, field, coin)
}

export function coin(body: Body): Coin {
  return { denom: string(body, 'denom'), amount: integer(body, 'amount') }
}

/** Kept as they are: their fields are not ours to rename. */
export function messages(body: Body, field: string): AnyMessage[] {
  return list(body, field, message => {
    requiredString(message, '@type')
    return message as AnyMessage
  })
}

/** For a body that says, by an empty field, that there is no such thing. */
export function notFound(field: string, what: string): never {
  throw new BodyProblem('notFound', field, `is empty: there is no such ${what}`)
}

/** Knows the place inside the mapper that threw it; callers put what is around it in front. */
class BodyProblem {
  readonly kind: FlowQueryErrorKind
  place: string
  readonly problem: string

  constructor(kind: FlowQueryErrorKind, place: string, problem: string) {
    this.kind = kind
    this.place = place
    this.problem = problem
  }
}

function mapInside<T>(field: string, value: unknown, mapper: (body: Body) => T): T {
  try {
    return mapper(record(value))
  } catch (error) {
    throw inside(field, error)
  }
}

function mapAll<T>(field: string, values: unknown, mapper: (value: unknown) => T): T[] {
  if (!Array.isArray(values)) return wrongType(field, 'a list', values)
  const mapped: T[] = []
  try {
    for (const value of values) mapped.push(mapper(value))
  } catch (error) {
    throw inside(`${field}[${mapped.length}]`, error)
  }
  return mapped
}

function record(value: unknown): Body {
  return isRecord(value) ? value : wrongType('', 'an object', value)
}

function wrongType(place: string, expected: string, found: unknown): never {
  throw new BodyProblem('decode', place, `is ${shown(found)}, not ${expected}`)
}

function shown(found: unknown): string {
  if (found === undefined) return 'missing'
  if (Array.isArray(found)) return 'a list'
  if (isRecord(found)) return 'an object'
  return JSON.stringify(found).slice(0, 50)
}

function inside(place: string, error: unknown): unknown {
  if (error instanceof BodyProblem) error.place = error.place ? `${place}.${error.place}` : place
  return error
}

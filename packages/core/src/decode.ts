import { parseTime } from './convert.js'
import { FlowQueryError, type FlowQueryErrorKind } from './errors.js'
import type { AnyMessage, Coin } from './types.js'

export interface Body {
  readonly [field: string]: unknown
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Looks up a name from outside in a table. The name can be `constructor` or another property of all objects. */
export function lookUp<Value>(table: { readonly [name: string]: Value } | undefined, name: string): Value | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
}

/** Parses JSON like {@link parseJson}. Numbers above 2^53 become strings, because `JSON.parse` rounds them. */
export function parseExactJson(text: string): unknown {
  // In invalid JSON, the search for numbers could take quadratic time.
  return parseJson(text) === undefined ? undefined : parseJson(withLargeNumbersAsStrings(text))
}

function withLargeNumbersAsStrings(text: string): string {
  const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g
  return text.replace(stringsAndNumbers, token =>
    token.startsWith('"') || !isRounded(Number(token)) ? token : `"${token}"`,
  )
}

function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
}

export interface ResponseBody {
  readonly text: string
  readonly json: unknown
}

/** Maps the body of a response. Messages with rounded numbers are rare, so only they cause a second parse. */
export function decode<T>({ text, json }: ResponseBody, mapper: (body: Body) => T, url: string): T {
  try {
    return mapper(record(json))
  } catch (error) {
    if (!isBodyProblem(error)) throw error
    const exact = error.problem === hasRoundedNumber ? withLargeNumbersAsStrings(text) : text
    if (exact !== text) return decode({ text: exact, json: parseJson(exact) }, mapper, url)
    throw new FlowQueryError(error.kind, `${error.path || 'the body'} of ${url} ${error.problem}`, { url })
  }
}

const isMissing = 'is missing'

/** Checks that the fields exist which all releases send, so that other JSON with the same names doesn't pass as a response of a node. */
export function checkFields(body: Body, fields: readonly string[]): void {
  for (const field of fields) if (body[field] === undefined) invalidField(field, isMissing)
}

/**
 * A missing field gets protobuf's default value, because releases of one API version send different fields. A wrong type is an error.
 *
 * Reads the value instead of `body[field]`, because engines optimize `body.label` and similar expressions, but not lookups with any name.
 */
export function string(value: unknown, field: string, absent = ''): string {
  if (typeof value === 'string') return value
  return value === undefined ? absent : wrongType(field, 'a string', value)
}

export function integer(value: unknown, field: string): string {
  const digits = string(value, field, '0')
  return /^-?\d+$/.test(digits) ? digits : wrongType(field, 'an integer', value)
}

/** Nodes return the year 1 for a time that isn't set. */
export function time(value: unknown, field: string): string {
  return string(value, field, '0001-01-01T00:00:00Z')
}

export function requiredString(value: unknown, field: string): string {
  return typeof value === 'string' ? value : wrongType(field, 'a string', value)
}

export function requiredTime(value: unknown, field: string): string {
  const time = requiredString(value, field)
  return parseTime(time) ? time : wrongType(field, 'a time', value)
}

export function uint64(value: unknown, field: string): string {
  const digits = requiredString(value, field)
  return /^\d{1,20}$/.test(digits) ? digits : wrongType(field, 'a uint64', value)
}

export function number(value: unknown, field: string): number {
  if (typeof value === 'number') return value
  return value === undefined ? 0 : wrongType(field, 'a number', value)
}

export function boolean(value: unknown, field: string): boolean {
  if (typeof value === 'boolean') return value
  return value === undefined ? false : wrongType(field, 'a boolean', value)
}

/** Reads a string that nodes return as null if it is empty. */
export function stringOrNull(value: unknown, field: string): string | null {
  return value === null ? null : string(value, field)
}

export function child<T>(value: unknown, field: string, mapper: (body: Body) => T): T {
  try {
    return mapper(record(value))
  } catch (error) {
    throw inside(field, error)
  }
}

export function childOrNull<T>(value: unknown, field: string, mapper: (body: Body) => T): T | null {
  return value === undefined || value === null ? null : child(value, field, mapper)
}

export function childOrDefaults<T>(value: unknown, field: string, mapper: (body: Body) => T): T {
  return childOrNull(value, field, mapper) ?? mapper({})
}

export function list<T>(values: unknown, field: string, mapper: (body: Body) => T): T[] {
  return values === undefined ? [] : requiredList(values, field, mapper)
}

export function requiredList<T>(values: unknown, field: string, mapper: (body: Body) => T): T[] {
  return mapAll(field, values, value => mapper(record(value)))
}

export function strings(values: unknown, field: string): string[] {
  if (values === undefined) return []
  if (!Array.isArray(values)) return wrongType(field, 'a list', values)
  const wrong = values.findIndex(value => typeof value !== 'string')
  return wrong < 0 ? values : wrongType(`${field}[${wrong}]`, 'a string', values[wrong])
}

export function coins(values: unknown, field: string): Coin[] {
  return list(values, field, coin)
}

export function coin(body: Body): Coin {
  return { denom: string(body.denom, 'denom'), amount: integer(body.amount, 'amount') }
}

/** The field names of Cosmos messages stay unchanged, because other modules define them. */
export function messages(values: unknown, field: string): AnyMessage[] {
  return list(values, field, message)
}

export function message(body: Body): AnyMessage {
  const type = requiredString(body['@type'], '@type')
  return isTooDeep(body, mostLevels, checkNumber) ? { '@type': type, '@tooDeep': true } : (body as AnyMessage)
}

const hasRoundedNumber = 'contains a number above 2^53'

function checkNumber(value: unknown): void {
  if (isRounded(value)) invalidField('', hasRoundedNumber)
}

/** Deeper messages are replaced by a mark, because `JSON.stringify` and `structuredClone` fail at a few thousand levels. */
const mostLevels = 500

export function isTooDeep(value: unknown, levels = mostLevels, checkValue?: (value: unknown) => void): boolean {
  if (typeof value !== 'object' || value === null) {
    checkValue?.(value)
    return false
  }
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some(item => isTooDeep(item, levels - 1, checkValue))
  for (const name in value) {
    const part: unknown = value[name as never]
    // Most values are strings, and all messages are checked.
    if (typeof part !== 'string' && isTooDeep(part, levels - 1, checkValue)) return true
  }
  return false
}

export function notFound(field: string, subject: string): never {
  throw new BodyProblem('notFound', field, `is empty, so the ${subject} doesn't exist`)
}

export class BodyProblem {
  declare readonly kind: FlowQueryErrorKind
  declare path: string
  declare readonly problem: string

  constructor(kind: FlowQueryErrorKind, path: string, problem: string) {
    Object.assign(this, { kind, path, problem })
  }
}

/** Checks the shape, because another copy of this package has its own error class. */
export function isBodyProblem(error: unknown): error is BodyProblem {
  return isRecord(error) && 'problem' in error && 'path' in error
}

export function mapAll<T>(field: string, values: unknown, mapper: (value: unknown) => T): T[] {
  if (!Array.isArray(values)) return wrongType(field, 'a list', values)
  const mapped: T[] = []
  try {
    for (const value of values) mapped.push(mapper(value))
  } catch (error) {
    throw inside(`${field}[${mapped.length}]`, error)
  }
  return mapped
}

export function record(value: unknown): Body {
  return isRecord(value) ? value : wrongType('', 'an object', value)
}

function wrongType(path: string, expected: string, found: unknown): never {
  throw new BodyProblem('decode', path, found === undefined ? isMissing : `is ${shown(found)}, not ${expected}`)
}

export function invalidField(path: string, problem: string): never {
  throw new BodyProblem('decode', path, problem)
}

function shown(found: unknown): string {
  if (Array.isArray(found)) return 'a list'
  if (isRecord(found)) return 'an object'
  return JSON.stringify(found).slice(0, 50)
}

function inside(path: string, error: unknown): unknown {
  if (error instanceof BodyProblem) error.path = error.path ? `${path}.${error.path}` : path
  return error
}

import type { AnyMessage } from '../state.js'
import * as size from './size.js'

/** The properties of a release that decide which fields its API has. */
export interface ApiRelease {
  version: 'v1' | 'v1beta1'
  hostedConfig: boolean
  goParams: boolean
  differenceMode: boolean
}

/** An OpenAPI schema. */
export type Schema = Readonly<Record<string, unknown>>

/** A type of field. `Value` is its value in the chain's state. */
export interface Kind<Value> {
  /** The value of a field that a response or message doesn't contain. */
  empty(): Value
  print(value: Value, release: ApiRelease): unknown
  read(json: unknown): Value
  /** The size of a field in protobuf, in bytes. */
  size(value: Value, release: ApiRelease): number
  /** The size of a repeated field, if it isn't the sum of the sizes of its items. */
  listSize?(values: readonly Value[]): number
  schema(release: ApiRelease): Schema
  /** A text about all fields of this kind, for the OpenAPI documents. */
  hint?: string
}

export function list<Item>(item: Kind<Item>, itemText?: string): Kind<Item[]> {
  return {
    empty: () => [],
    print: (values, release) => values.map(value => item.print(value, release)),
    read: json => (Array.isArray(json) ? json.map(value => item.read(value)) : []),
    size: (values, release) =>
      item.listSize?.(values) ?? values.reduce((total, value) => total + item.size(value, release), 0),
    schema: release => ({ type: 'array', items: described(item, release, itemText) }),
  }
}

export function nullable<Value>(kind: Kind<Value>): Kind<Value | null> {
  return {
    empty: () => null,
    print: (value, release) => (value === null ? null : kind.print(value, release)),
    read: json => kind.read(json),
    size: (value, release) => (value === null ? 0 : kind.size(value, release)),
    schema: release => ({ anyOf: [kind.schema(release), { type: 'null' }] }),
  }
}

export function described(kind: Kind<unknown>, release: ApiRelease, text = ''): Schema {
  const description = [text, kind.hint].filter(Boolean).join(' ')
  return { ...kind.schema(release), ...(description && { description }) }
}

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

export const uint64Schema: Schema = { type: 'string', pattern: '^[0-9]+$' }

export const text = scalar('', String, size.text, { type: 'string' }, size.texts)
export const uint64 = scalar('0', String, size.uint, uint64Schema, size.uints)
export const uint32 = scalar(0, Number, size.uint, { type: 'integer', minimum: 0 })
export const flag = scalar<boolean>(false, Boolean, size.flag, { type: 'boolean' })
export const time = scalar('', String, size.time, { type: 'string', format: 'date-time' })
/** Protobuf stores this text in base64. */
export const base64: Kind<string> = { ...text, schema: () => base64Schema }
/** Protobuf stores these bytes directly. The JSON contains them in base64. */
export const bytes: Kind<string> = { ...base64, size: size.bytes }
/** Protobuf stores this number as text. */
export const integer: Kind<string> = {
  ...text,
  empty: () => '0',
  schema: () => ({ type: 'string', pattern: '^-?[0-9]+$' }),
}
export const duration: Kind<string> = {
  ...scalar('0s', String, size.duration, { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]{1,9})?s$' }),
  hint: 'A number of seconds followed by `s`, such as `60s` or `90.500s`.',
}
export const anyMessage: Kind<AnyMessage> = {
  empty: () => ({ '@type': '' }),
  print: message => message,
  read: json => json as AnyMessage,
  size: size.message,
  schema: () => ref('AnyMessage'),
}

/** Nodes print the name of a value, and accept its name or its number. */
export function oneOf(names: readonly string[]): Kind<string> {
  const [first = ''] = names
  const quoted = names.map(name => `\`${name}\``)
  return {
    ...text,
    empty: () => first,
    read: json => (typeof json === 'number' ? (names[json] ?? String(json)) : String(json)),
    size: value => size.flag(value !== first),
    hint: `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}. Newer nodes may return other values.`,
  }
}

const base64Schema: Schema = { type: 'string', contentEncoding: 'base64' }

function scalar<Value>(
  empty: Value,
  read: (json: unknown) => Value,
  size: (value: Value) => number,
  schema: Schema,
  listSize?: (values: readonly Value[]) => number,
): Kind<Value> {
  return { empty: () => empty, print: value => value, read, size, schema: () => schema, ...(listSize && { listSize }) }
}

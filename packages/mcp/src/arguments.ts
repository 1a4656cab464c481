import { isRecord, parseJson } from '@flow-query/core/parts/decode'
import { z } from 'zod'

/** The part of JSON Schema that the inputs of tools use. */
const property = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  get anyOf(): z.ZodOptional<z.ZodArray<typeof property>> {
    return z.array(property).optional()
  },
  get items(): z.ZodOptional<typeof property> {
    return property.optional()
  },
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof property>> {
    return z.record(z.string(), property).optional()
  },
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  maxLength: z.number().optional(),
  description: z.string().optional(),
})

export type ArgumentSchema = z.output<typeof property>

export function argumentSchemaOf(input: z.ZodObject): ArgumentSchema {
  return property.parse(z.toJSONSchema(input, { io: 'input' }))
}

/** JSON text in an argument is only read up to this length. */
const longestJson = 20_000

/**
 * Converts arguments to the types that a tool expects, because models and clients often send `null` for an omitted argument, numbers as
 * text, text as numbers, lists as text, and objects as JSON or JSON as objects. A value that can't be converted stays unchanged, so
 * that its validation fails.
 */
export function convertArguments(sent: unknown, schema: ArgumentSchema): unknown {
  if (!isRecord(sent)) return sent
  const known = Object.keys(schema.properties ?? {})
  const converted = new Map<string, unknown>()
  for (const [name, given] of Object.entries(sent)) {
    const key = nameOf(name, known, sent)
    const expected = key === null ? null : (schema.properties?.[key] ?? null)
    const value = expected ? withoutList(given, expected) : given
    if (isOmitted(value, expected, key !== null && (schema.required ?? []).includes(key))) continue
    converted.set(key ?? name, expected ? convert(value, expected) : value)
  }
  return Object.fromEntries(converted)
}

/** Returns the argument with this name in another spelling, such as `connection_id`, or null. */
function nameOf(name: string, known: readonly string[], sent: object): string | null {
  if (known.includes(name)) return name
  const same = known.find(one => plainName(one) === plainName(name))
  return same === undefined || Object.hasOwn(sent, same) ? null : same
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

function isOmitted(value: unknown, expected: ArgumentSchema | null, isRequired: boolean): boolean {
  if (value === null || value === undefined) return true
  if (expected === null || isRequired || typeof value !== 'string') return false
  const isFreeText = typesOf(expected).has('string') && expected.enum === undefined
  return value.trim() === '' || (!isFreeText && /^(null|undefined|none)$/i.test(value.trim()))
}

function typesOf({ type, anyOf = [] }: ArgumentSchema): Set<string> {
  return new Set([...(type === undefined ? [] : [type]), ...anyOf.flatMap(one => [...typesOf(one)])])
}

function convert(given: unknown, expected: ArgumentSchema): unknown {
  const types = typesOf(expected)
  const value = withoutList(given, expected)
  if (types.has('array')) return listOf(value, expected)
  if (types.has('object')) return convertArguments(objectOf(value), expected)
  if (types.has('string')) return textOf(value, expected)
  if (types.has('number') || types.has('integer')) return numberOf(value)
  return types.has('boolean') ? booleanOf(value) : value
}

/** Returns the only value of a list, or undefined for an empty list, unless a list or an object is expected. */
function withoutList(value: unknown, expected: ArgumentSchema): unknown {
  const types = typesOf(expected)
  if (types.has('array') || types.has('object') || !Array.isArray(value) || value.length > 1) return value
  return withoutList(value[0], expected)
}

function listOf(value: unknown, { items }: ArgumentSchema): unknown {
  const list = typeof value === 'string' ? splitList(value) : value
  const all: unknown[] = Array.isArray(list) ? list : isRecord(list) ? [] : [list]
  if (isRecord(list)) return list
  const converted = items ? all.map(one => convert(one, items)) : all
  return converted.filter(one => one !== null && one !== undefined && one !== '')
}

/** Splits `["1","2"]`, `[1, 2]`, `['1']`, `1,2` and `1 2`. */
function splitList(text: string): unknown {
  const parsed = jsonOf(text)
  if (Array.isArray(parsed)) return parsed
  const inner = text.trim().replace(/^\[(.*)\]$/s, '$1')
  return inner
    .split(/[\s,;]+/)
    .map(one => one.replace(/^(['"])(.*)\1$/, '$2'))
    .filter(one => one !== '')
}

function objectOf(value: unknown): unknown {
  const parsed = typeof value === 'string' ? jsonOf(value) : value
  return isRecord(parsed) ? parsed : value
}

function textOf(value: unknown, expected: ArgumentSchema): unknown {
  if (expected.enum && typeof value === 'string') return optionOf(value, expected.enum)
  if (typeof value === 'number') return isExact(value) ? String(value) : value
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'object' && value !== null ? (jsonTextOf(value) ?? value) : value
}

/** A larger integer has already lost digits. */
function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
}

function optionOf(value: string, options: readonly unknown[]): unknown {
  return options.find(option => typeof option === 'string' && plainName(option) === plainName(value)) ?? value
}

function numberOf(value: unknown): unknown {
  const isNumeric = typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(value.trim())
  return isNumeric ? Number(value) : value
}

function booleanOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const name = value.trim().toLowerCase()
  return name === 'true' ? true : name === 'false' ? false : value
}

function jsonOf(text: string): unknown {
  return text.length > longestJson ? undefined : parseJson(text)
}

/** Returns null for a value that is nested too deeply. */
function jsonTextOf(value: object): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

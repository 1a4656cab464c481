import { formatList, formatNumber } from '@flow-query/format'
import type { z } from 'zod'
import type { ArgumentSchema } from './arguments.js'
import { untrusted } from './untrusted.js'

/** Describes invalid arguments for an assistant, with the name, the expected value and the sent value. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], sent: unknown, schema: ArgumentSchema): string {
  return Array.from(new Set(issues.flatMap(issue => describeIssue(issue, sent, schema)))).join(' ')
}

function describeIssue(issue: z.core.$ZodIssue, sent: unknown, schema: ArgumentSchema): string[] {
  const names = Object.keys(schema.properties ?? {})
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownArgument(key, names))
  const [name] = issue.path
  const expected = typeof name === 'string' ? schema.properties?.[name] : undefined
  if (typeof name !== 'string' || !expected) return [issue.message]
  const value = sentValue(sent, name)
  const advice = isOwnMessage(issue) ? issue.message : `Expected ${expectationOf(expected)}.`
  if (value === undefined || value === null)
    return [`\`${name}\` is required. ${isOwnMessage(issue) ? advice : `${expected.description}.`}`]
  const isInexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  if (isInexact) return [`\`${name}\` is invalid. The number is too large for JSON. Pass it as text.`]
  return [`\`${name}\` is invalid. ${advice} Got ${untrusted(shownValue(value), 120)}.`]
}

function unknownArgument(key: string, names: readonly string[]): string {
  const shown = /^\w{1,60}$/.test(key) ? `\`${key}\`` : untrusted(key, 60)
  const accepted = formatList(names.map(name => `\`${name}\``))
  return `This tool has no argument ${shown}. Its arguments are ${accepted}.`
}

/** Our own messages end with a period, and those of zod don't. */
function isOwnMessage({ message }: z.core.$ZodIssue): boolean {
  return message.endsWith('.')
}

function sentValue(sent: unknown, name: string): unknown {
  return typeof sent === 'object' && sent !== null ? new Map(Object.entries(sent)).get(name) : undefined
}

function shownValue(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return typeof value
  }
}

function expectationOf(schema: ArgumentSchema): string {
  const { type, anyOf = [], items, minItems, maxItems, maxLength } = schema
  if (schema.enum) return `one of ${schema.enum.map(option => JSON.stringify(option)).join(', ')}`
  if (anyOf.length > 0) return formatList(Array.from(new Set(anyOf.map(expectationOf))), 'or')
  if (type === 'array') {
    const count = rangeOf(minItems, maxItems)
    return `a list of ${count === '' ? '' : `${count} items, each `}${items ? expectationOf(items) : 'a value'}`
  }
  if (type === 'integer' || type === 'number')
    return `${type === 'integer' ? 'an integer' : 'a number'}${limitsOf(schema)}`
  if (type === 'boolean') return 'true or false'
  if (type === 'object') return 'an object'
  return maxLength === undefined ? 'text' : `text with at most ${formatNumber(maxLength)} characters`
}

function limitsOf({ minimum, maximum, exclusiveMinimum }: ArgumentSchema): string {
  if (minimum === Number.MIN_SAFE_INTEGER) return ''
  if (exclusiveMinimum !== undefined)
    return ` greater than ${exclusiveMinimum}${maximum === undefined ? '' : `, and at most ${formatNumber(maximum)}`}`
  const range = rangeOf(minimum, maximum)
  return range === '' ? '' : ` of ${range}`
}

function rangeOf(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${formatNumber(least)} to ${formatNumber(most)}`
  if (most !== undefined) return `at most ${formatNumber(most)}`
  return least === undefined ? '' : `at least ${formatNumber(least)}`
}

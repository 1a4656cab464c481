import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { isBech32 } from '@flow-query/core/parts/decode'
import { parsePeriod, type TimeRange } from '@flow-query/format'
import { completeAddress } from './node/address.js'
import type { Chains, Context } from './settings.js'

/** Adds the arguments, options, examples and action of a command. The action gets the settings from `context`. */
export type Define = (command: Command, context: () => Context) => unknown

/** An owner of the demo chain, for examples. */
export const exampleOwner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'

/** Returns the part of a help text with examples. A long command continues on the next line. */
export function examples(...commands: string[]): string {
  return `\nExamples:\n${commands.map(command => continued(`flow-query ${command}`)).join('\n')}`
}

const helpWidth = 80

function continued(command: string): string {
  const lines = ['']
  // An option stays on the same line as its value.
  for (const part of command.split(/(?<!--[a-z]+) (?=into1)| (?=-)/)) {
    const line = lines.pop() ?? ''
    const both = line && `${line} ${part}`
    if (!line || both.length <= helpWidth - 6) lines.push(both || part)
    else lines.push(`${line} \\`, `  ${part}`)
  }
  return lines.map(line => `  ${line}`).join('\n')
}

export function repeatable<const Flags extends string>(
  flags: Flags,
  description: string,
  parse: (text: string, before: readonly string[]) => string[],
) {
  return new Option(flags, description).argParser(parse).default([] as string[], 'none')
}

/** Parses the URLs of nodes, separated by spaces or commas. */
export function addresses(text: string, before: readonly string[]): string[] {
  return [...before, ...listed(text).map(completeAddress)]
}

/** Parses a URL of a node. A gateway accepts several, separated by spaces or commas. */
export function address(text: string): string {
  return listed(text).map(completeAddress).join(',')
}

function listed(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

export function chains(text: string, before: Chains): Chains {
  const all = { ...before }
  for (const part of listed(text)) {
    const [, connection, address = ''] = /^(connection-\d+)=(\S+)$/.exec(part) ?? []
    const url = completeAddress(address)
    if (!connection || !/^https?:/.test(url))
      throw new InvalidArgumentError(
        'It must be a connection and a URL, such as connection-0=https://lcd.other.example.',
      )
    all[connection] = { lcd: [...(all[connection]?.lcd ?? []), url] }
  }
  return all
}

export function listedAddresses(text: string, before: readonly string[]): string[] {
  return [...before, accountAddress(text)]
}

export function listedFlowIds(text: string, before: readonly string[]): string[] {
  return [...before, flowId(text)]
}

export function integerFrom(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return text => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
    throw new InvalidArgumentError(`It must be an integer ${range}.`)
  }
}

export const port = integerFrom(0, 65_535)

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses a duration such as `24h`, in milliseconds. */
export function duration(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? []
  const length = units[unit]
  if (length !== undefined) return Number(count) * length
  throw new InvalidArgumentError('A duration is a number with a unit, such as 30m, 24h or 7d.')
}

/** Parses the start of a range: a year, a month, a day or an ISO time. Returns milliseconds since 1970. */
export function startTime(text: string): number {
  return period(text).start
}

/** Parses the end of a range. Returns the first millisecond after it, so that a day is included. */
export function endTime(text: string): number {
  return period(text).end
}

function period(text: string): TimeRange {
  const parsed = parsePeriod(text)
  if (parsed) return parsed
  throw new InvalidArgumentError('It must be a date such as 2026-03-31 or 2026, or a time such as 2026-03-31T12:00Z.')
}

export function accountAddress(text: string): string {
  if (isBech32(text)) return text
  throw new InvalidArgumentError('It must be a bech32 address. Check it for typos.')
}

export function flowId(text: string): string {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('A flow ID is an integer, such as 14.')
  // Otherwise, the command would send other requests before the client checks the ID.
  if (BigInt(text) >= 2n ** 64n) throw new InvalidArgumentError('A flow ID must be a uint64.')
  return text
}

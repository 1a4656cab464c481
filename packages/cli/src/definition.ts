import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { isBech32 } from '@flow-query/core/parts/decode'
import type { Chains, Context } from './settings.js'

/** Adds the arguments, options, examples and action of a command. The action gets the settings from `context`. */
export type Define = (command: Command, context: () => Context) => unknown

export function examples(...commands: string[]): string {
  return `\nExamples:\n${commands.map(command => `  flow-query ${command}`).join('\n')}`
}

export function repeatable<const Flags extends string>(
  flags: Flags,
  description: string,
  parse: (text: string, before: readonly string[]) => string[],
) {
  return new Option(flags, description).argParser(parse).default([] as string[], 'none')
}

export function addresses(text: string, before: readonly string[]): string[] {
  return [...before, ...text.split(/[\s,]+/).filter(Boolean)]
}

export function chains(text: string, before: Chains): Chains {
  const all = { ...before }
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [, connection, url] = /^(connection-\d+)=(https?:\/\/\S+)$/.exec(part) ?? []
    if (!connection || !url)
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

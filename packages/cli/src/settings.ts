import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { Terminal } from './terminal/terminal.js'

/** The global options, unchecked. */
export interface Settings {
  lcd: readonly string[]
  embedded?: true
  rpc?: string
  /** The REST endpoints of other chains, by connection ID. */
  chain?: Chains
  service?: string
  pathVersion: 'v1' | 'v1beta1' | 'auto'
  height?: number
  timeout?: number
  json?: true
  /** False with `--no-color`. */
  color: boolean
}

/** The arguments that all commands receive in addition to their own. */
export interface Context {
  settings: Settings
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  terminal: Terminal
  /** A server sets how long it may take to end after SIGTERM, in milliseconds. */
  shutdown?: { timeout: number } | undefined
}

/** Ends the process with this exit code and prints no error. */
export class ExitStatus extends Error {
  readonly status: number
  constructor(status: number) {
    super(`exit status ${status}`)
    this.status = status
  }
}

/** An error with advice for the user (`next`) and an exit code. */
export class CommandError extends Error {
  readonly next: string
  readonly status: number
  constructor(problem: string, next: string, status = 1) {
    super(problem)
    this.next = next
    this.status = status
  }
}

/** An invalid argument or option. The exit code is 2. */
export class UsageError extends CommandError {
  constructor(problem: string, next: string) {
    super(problem, next, 2)
  }
}

/** The frameworks that `init` has a template for. */
export const frameworks = ['react', 'vue', 'svelte'] as const
export type Framework = (typeof frameworks)[number]

/** Parses `--lcd a --lcd b` and `FLOW_QUERY_LCD='a, b'`. */
export function addresses(text: string, before: readonly string[]): string[] {
  return [...before, ...text.split(/[\s,]+/).filter(Boolean)]
}

export type Chains = Readonly<Record<string, { lcd: readonly string[] }>>

/** Parses `--chain connection-0=a --chain connection-0=b` and `FLOW_QUERY_CHAINS='connection-0=a, connection-1=c'`. */
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

/** Parses a repeated option. */
export function listed(text: string, before: readonly string[]): string[] {
  return [...before, text]
}

export function listedFlowIds(text: string, before: readonly string[]): string[] {
  return [...before, flowId(text)]
}

export function integerFrom(least: number): (text: string) => number {
  return text => {
    const value = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value
    throw new InvalidArgumentError(`It must be an integer of at least ${least}.`)
  }
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses a duration such as `24h`, in milliseconds. */
export function duration(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? []
  const length = units[unit]
  if (length !== undefined) return Number(count) * length
  throw new InvalidArgumentError('A duration is a number with a unit, such as 30m, 24h or 7d.')
}

/** Parses a flow ID, which is a uint64. */
export function flowId(text: string): string {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('A flow ID is an integer, such as 14.')
  // Otherwise, the command would send other requests before the client checks the ID.
  if (BigInt(text) >= 2n ** 64n) throw new InvalidArgumentError('A flow ID must be a uint64.')
  return text
}

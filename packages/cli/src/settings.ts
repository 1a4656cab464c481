import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { Terminal } from './terminal/terminal.js'

/** What stands before or after every command, as it was given. */
export interface Settings {
  lcd: readonly string[]
  embedded?: true
  rpc?: string
  service?: string
  pathVersion: 'v1' | 'v1beta1' | 'auto'
  height?: number
  timeout?: number
  json?: true
  /** False with `--no-color`. */
  color: boolean
}

/** What a command gets besides its own arguments. */
export interface Context {
  settings: Settings
  /** Aborts with Ctrl-C. */
  signal: AbortSignal
  terminal: Terminal
}

/** Ends a command that has said all there is to say. */
export class ExitStatus extends Error {
  readonly status: number
  constructor(status: number) {
    super(`exit status ${status}`)
    this.status = status
  }
}

/** What a command failed with, in its own words, with what to do about it and the exit status. */
export class CommandError extends Error {
  readonly next: string
  readonly status: number
  constructor(problem: string, next: string, status = 1) {
    super(problem)
    this.next = next
    this.status = status
  }
}

/** What can be wrong with a command line, beyond what its definition says. */
export class UsageError extends CommandError {
  constructor(problem: string, next: string) {
    super(problem, next, 2)
  }
}

/** Those that `init` has a project for. */
export const frameworks = ['react', 'vue', 'svelte'] as const
export type Framework = (typeof frameworks)[number]

/** `--lcd a --lcd b`, `FLOW_QUERY_LCD='a, b'`. */
export function addresses(text: string, before: readonly string[]): string[] {
  return [...before, ...text.split(/[\s,]+/).filter(Boolean)]
}

export function integerFrom(least: number): (text: string) => number {
  return text => {
    const value = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least}.`)
  }
}

/** A uint64. */
export function flowId(text: string): string {
  if (/^\d{1,20}$/.test(text)) return text
  throw new InvalidArgumentError('A flow id is a whole number, such as 14.')
}

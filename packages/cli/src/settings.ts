import type { FlowClientOptions } from '@flow-query/core'
import type { Terminal } from './terminal/terminal.js'

export interface Settings {
  lcd: readonly string[]
  embedded?: true
  /** The name of a chain in a chain registry, whose endpoints are used instead of `lcd`. */
  chainName?: string
  chainRegistry?: string
  rpc?: string
  chain?: Chains
  service?: string
  pathVersion: 'v1' | 'v1beta1' | 'auto'
  height?: number
  timeout?: number
  json?: true
  /** False with `--no-color`. */
  color: boolean
}

export type Chains = Readonly<Record<string, { lcd: readonly string[] }>>

export interface Context {
  settings: Settings
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  terminal: Terminal
  /** Reaches nodes in another way than over the network of this machine. */
  network?: Network | undefined
  /** A server sets how long it may take to end after SIGTERM, in milliseconds. */
  shutdown?: { timeout: number } | undefined
}

export type Network = Pick<FlowClientOptions, 'fetch' | 'WebSocket'>

/** Ends the process with this exit code and prints no error. */
export class ExitStatus extends Error {
  readonly status: number
  constructor(status: number) {
    super(`exit status ${status}`)
    this.status = status
  }
}

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

export const frameworks = ['react', 'vue', 'svelte'] as const
export type Framework = (typeof frameworks)[number]

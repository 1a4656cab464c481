/**
 * The kind of a {@link SyncError}:
 *
 * - `driver`: the database driver is not installed
 * - `database`: the database could not be opened, read or written. The next sync continues where this one stopped
 * - `mismatch`: the database contains another chain, other flows, tables of another program, or the schema of a newer
 *   version, or the chain was restarted or reset to an earlier block
 */
export type SyncErrorKind = 'driver' | 'database' | 'mismatch'

/**
 * An error of a database. Errors of the node are {@link FlowQueryError}s. The `message` contains the advice, and never a
 * password.
 */
export class SyncError extends Error {
  override readonly name = 'SyncError'
  readonly kind: SyncErrorKind
  /** The message without the advice. */
  readonly shortMessage: string
  /** How to fix the problem. */
  readonly advice: string

  constructor(kind: SyncErrorKind, shortMessage: string, advice: string, cause?: unknown) {
    super(`${shortMessage}. ${advice}`, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.shortMessage = shortMessage
    this.advice = advice
  }
}

/** Whether `error` is a {@link SyncError}, optionally of a given kind. */
export function isSyncError(error: unknown, kind?: SyncErrorKind): error is SyncError {
  return error instanceof SyncError && (!kind || error.kind === kind)
}

export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  const lines = text.split('\n').map(line => line.trim())
  return lines.filter(Boolean).join(' ').replace(/\.$/, '')
}

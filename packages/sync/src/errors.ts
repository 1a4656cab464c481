/**
 * What went wrong with a database, by what can be done about it:
 *
 * - `driver`: its driver is not installed
 * - `database`: it could not be opened, read or written; once that is mended, a sync goes on where it was
 * - `mismatch`: it is another's: of another chain, other flows, a newer version of this package, somebody else's tables; or
 *   the chain is not what it was
 */
export type SyncErrorKind = 'driver' | 'database' | 'mismatch'

/**
 * The one error of this package, beside the {@link FlowQueryError}s of the node. Its `message` says what happened and what
 * helps, and never holds a password.
 */
export class SyncError extends Error {
  override readonly name = 'SyncError'
  readonly kind: SyncErrorKind
  /** What happened: the message without its advice. */
  readonly shortMessage: string
  /** What helps. */
  readonly advice: string

  constructor(kind: SyncErrorKind, shortMessage: string, advice: string, cause?: unknown) {
    super(`${shortMessage}. ${advice}`, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.shortMessage = shortMessage
    this.advice = advice
  }
}

/** Whether `error` came from this package, and is of `kind` where one is given. */
export function isSyncError(error: unknown, kind?: SyncErrorKind): error is SyncError {
  return error instanceof SyncError && (!kind || error.kind === kind)
}

/** In one line, and without the full stop that ours end with. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '')
}

import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { redacted } from './node/address.js'
import { CommandError } from './settings.js'
import { painterOf } from './terminal/output.js'
import type { OutputStream } from './terminal/terminal.js'

/** Prints an error and advice to stderr. Returns the exit code: 1, 2 (invalid argument) or 4 (not found). */
export function report(error: unknown, stderr: OutputStream): number {
  const plain = painterOf(false)
  stderr.write(`flow-query: ${plain(messageOf(error))}\n`)
  const next = nextStep(error)
  if (next) stderr.write(`  ${plain(next)}\n`)
  if (error instanceof CommandError) return error.status
  if (isFlowQueryError(error, 'argument')) return 2
  return isFlowQueryError(error, 'notFound') ? 4 : 1
}

/** The message of an error. It omits core's advice, which is about code. */
export function messageOf(error: unknown): string {
  if (isFlowQueryError(error)) return redacted(`${error.shortMessage}.`)
  return redacted(error instanceof Error ? error.message : String(error))
}

function nextStep(error: unknown): string {
  if (error instanceof CommandError) return error.next
  return isFlowQueryError(error) ? steps[error.kind] : ''
}

const steps: Readonly<Record<FlowQueryErrorKind, string>> = {
  argument: 'Check the arguments. For examples, run: flow-query --help',
  notFound: 'Check the ID or address. To list the newest flows, run: flow-query flows --reverse --limit 5',
  unsupported: 'Set --service or --path-version. To see what this node supports, run: flow-query check <url>',
  tooLarge: 'Request fewer items with --limit.',
  rateLimited: 'Try again later, or use another node with --lcd.',
  node: 'Add a fallback node with a second --lcd.',
  network: 'Check the URL. For details, run: flow-query check <url>',
  timeout: 'Increase the timeout, for example with --timeout 30000, or use another node with --lcd.',
  decode: 'To see what this node supports, run: flow-query check <url>',
}

import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { describeError, explainError } from '@flow-query/format'
import { redacted } from './node/address.js'
import { CommandError, type Context } from './settings.js'
import { painterOf } from './terminal/output.js'
import { commandLine } from './terminal/suggestion.js'

/** Returns the exit code: 1, 2 (invalid argument) or 4 (not found). */
export function report(error: unknown, context: Pick<Context, 'settings' | 'terminal'>): number {
  const plain = painterOf(false)
  const { stderr } = context.terminal
  stderr.write(`flow-query: ${plain(messageOf(error))}\n`)
  const next = nextStep(error, context)
  if (next) stderr.write(`  ${plain(next)}\n`)
  if (error instanceof CommandError) return error.status
  if (isFlowQueryError(error, 'argument')) return 2
  return isFlowQueryError(error, 'notFound') ? 4 : 1
}

/** It omits core's advice, which is about code. */
export function messageOf(error: unknown): string {
  if (isFlowQueryError(error, 'notFound')) return describeError(error)
  // The message names the argument, which is not always an ID or address.
  if (isFlowQueryError(error, 'argument')) return redacted(`${error.shortMessage}.`)
  if (isFlowQueryError(error)) return redacted(`${explainError(error).title}. Details: ${error.shortMessage}.`)
  return redacted(error instanceof Error ? error.message : String(error))
}

function nextStep(error: unknown, context: Pick<Context, 'settings' | 'terminal'>): string {
  if (error instanceof CommandError) return error.next
  if (!isFlowQueryError(error)) return ''
  if (error.kind !== 'notFound') return steps[error.kind]
  return `To list the newest flows, run: ${commandLine(context, 'flows --reverse --limit 5')}`
}

const steps: Readonly<Record<Exclude<FlowQueryErrorKind, 'notFound'>, string>> = {
  argument: 'Check the arguments. For examples, run: flow-query --help',
  unsupported: 'Set --service or --path-version. To see what this node supports, run: flow-query check <url>',
  tooLarge: 'Request fewer items with --limit.',
  rateLimited: 'Try again later, or use another node with --lcd.',
  node: 'Add a fallback node with a second --lcd.',
  network: 'Check the URL. For details, run: flow-query check <url>',
  timeout: 'Increase the timeout, for example with --timeout 30000, or use another node with --lcd.',
  decode: 'To see what this node supports, run: flow-query check <url>',
}

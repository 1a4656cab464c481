import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { missingHeight } from '@flow-query/core/parts/request'
import { describeError, explainError } from '@flow-query/format'
import { asTyped } from './invocation.js'
import { redacted } from './node/address.js'
import { CommandError, type Context } from './settings.js'
import { commandLine } from './suggestion.js'
import { painterOf } from './terminal/output.js'

interface FailureContext extends Pick<Context, 'settings' | 'terminal'> {
  command: string
}

/** Returns the exit code: 1, 2 (invalid argument) or 4 (not found). */
export function report(error: unknown, context: FailureContext): number {
  const plain = painterOf(false)
  const { stderr } = context.terminal
  stderr.write(`flow-query: ${plain(messageOf(error))}\n`)
  const next = nextStep(error, context)
  if (next) stderr.write(`  ${plain(asTyped(next, context.terminal.env))}\n`)
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

function nextStep(error: unknown, context: FailureContext): string {
  if (error instanceof CommandError) return error.next
  if (!isFlowQueryError(error)) return ''
  const { settings, command } = context
  const checkNode = `flow-query check-node ${settings.lcd[0] ?? '<url>'}`
  const steps: Readonly<Record<FlowQueryErrorKind, string>> = {
    argument: `Check the arguments. For examples, run: flow-query ${command} --help`,
    notFound: `To list the newest flows, run: ${commandLine(context, 'flows --reverse --limit 5')}`,
    unsupported: `Set --service or --path-version. To see what this node supports, run: ${checkNode}`,
    tooLarge: 'Request fewer items with --limit.',
    rateLimited: 'Try again later, or use another node with --lcd.',
    node: missingHeight(error)
      ? 'The node may have pruned this block, or not reached it yet. Use another --height, or another node with --lcd.'
      : `Add a fallback node with a second --lcd. To check this node, run: ${checkNode}`,
    network: `Check the URL. For details, run: ${checkNode}`,
    timeout: 'Increase the timeout, for example with --timeout 30000, or use another node with --lcd.',
    decode: `To see what this node supports, run: ${checkNode}`,
  }
  return steps[error.kind]
}

import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { redacted } from './node/address.js'
import { CommandError } from './settings.js'
import { painterOf } from './terminal/output.js'
import type { OutputStream } from './terminal/terminal.js'

/** Tells people what failed and what to do, and answers the exit status that tells scripts: 1, 2 (usage) or 3 (not found). */
export function report(error: unknown, stderr: OutputStream): number {
  const say = painterOf(false)
  stderr.write(`flow-query: ${say(messageOf(error))}\n`)
  const next = nextStep(error)
  if (next) stderr.write(`  ${say(next)}\n`)
  if (error instanceof CommandError) return error.status
  if (isFlowQueryError(error, 'argument')) return 2
  return isFlowQueryError(error, 'notFound') ? 3 : 1
}

/** What happened, without core's advice, which is for code. */
export function messageOf(error: unknown): string {
  if (isFlowQueryError(error)) return redacted(`${error.shortMessage}.`)
  return redacted(error instanceof Error ? error.message : String(error))
}

function nextStep(error: unknown): string {
  if (error instanceof CommandError) return error.next
  return isFlowQueryError(error) ? steps[error.kind] : ''
}

const steps: Readonly<Record<FlowQueryErrorKind, string>> = {
  argument: 'Look for a typing mistake: flow-query --help has examples.',
  notFound: 'The newest flows: flow-query flows --reverse --limit 5',
  unsupported: 'Other paths: --service and --path-version. What this node serves: flow-query check <url>',
  tooLarge: 'Ask for less: --limit',
  rateLimited: 'Wait a little, or read from another node: --lcd',
  node: 'Read from another node as well: --lcd may be given several times.',
  network: 'Is the address right? flow-query check <url> tells more.',
  timeout: 'Wait longer, as with --timeout 30000, or read from another node: --lcd',
  decode: 'What this node serves: flow-query check <url>',
}

import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { missingHeight } from '@flow-query/core/parts/request'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { untrusted } from './untrusted.js'

export class Unanswerable extends Error {
  readonly advice: string
  constructor(problem: string, advice: string) {
    super(problem)
    this.advice = advice
  }
}

/** Returns an error as the result of a tool, so that the assistant reads it and can try again. */
export function failureOf(error: unknown, timeout: number): CallToolResult {
  return { content: [{ type: 'text', text: explainFailure(error, timeout) }], isError: true }
}

export function explainFailure(error: unknown, timeout: number): string {
  if (error instanceof Unanswerable) return `${error.message} ${error.advice}`
  if (isFlowQueryError(error))
    return `${missingHeight(error) ? missingBlock : problems[error.kind]} Details: ${untrusted(error.shortMessage, 600)}`
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `The answer took longer than ${timeout / 1_000} s. Ask about fewer flows, for example of one owner, or try again later.`
  return `This is a bug in the server: ${untrusted(error instanceof Error ? error.message : String(error), 600)}`
}

const missingBlock =
  'The node does not have this block, because it has removed the block or not reached it yet. Calling the tool again does not help. Tell the user to start the server with another node (--lcd).'

/** The problem and the next step for the assistant. The details are from the node or from core. */
const problems: Readonly<Record<FlowQueryErrorKind, string>> = {
  argument:
    'An argument is invalid. A flow ID is an integer such as 14, and an address looks like into1… or cosmos1…. Correct the argument and call the tool again.',
  notFound: 'It does not exist on this chain. Check the ID or the address. find_flows lists the newest flows.',
  unsupported:
    'The node does not support this query. Tell the user to start the server with another node (--lcd), or with --service or --path-version.',
  tooLarge: 'The response of the node was too large. Ask for less, for example with a lower limit.',
  rateLimited: 'The node limits requests. Wait a minute before you call the tool again.',
  node: 'The node failed. Call the tool again once. If it fails again, tell the user to start the server with another node (--lcd).',
  network: 'The node is not reachable. Tell the user to check the address (--lcd) and the network connection.',
  timeout:
    'The node did not answer in time. Call the tool again once. If it fails again, tell the user to start the server with a longer --timeout or another node (--lcd).',
  decode: 'The node returned an unexpected response. Tell the user to check that --lcd is a node of an Intento chain.',
}

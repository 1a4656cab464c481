import { type FlowQueryError, type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { missingHeight } from '@flow-query/core/parts/request'

/**
 * Returns one sentence about an error for the visitors of an app. It contains no URL and no code: use `error.message` for these.
 *
 * Returns undefined for `null` and `undefined`, and "Something went wrong. Reload the page." for errors of other libraries.
 *
 * @example
 * const { error } = useFlow({ id: 99999 })
 * describeError(error) // Flow 99999 doesn’t exist.
 */
export function describeError(error: object): string
export function describeError(error: unknown): string | undefined
export function describeError(error: unknown): string | undefined {
  if (error === null || error === undefined) return undefined
  const { title, help } = explainError(error)
  return help ? `${title}. ${help}` : `${title}.`
}

/**
 * Returns the sentence of {@link describeError} in two parts: what happened, and what the visitor can do. `help` is empty if nothing
 * helps.
 *
 * @example
 * const { title, help } = explainError(error)
 */
export function explainError(error: unknown): { title: string; help: string } {
  const [title, help] = textOf(error)
  return { title, help }
}

type Text = readonly [title: string, help: string]

function textOf(error: unknown): Text {
  if (!isFlowQueryError(error)) return ['Something went wrong', 'Reload the page.']
  if (missingHeight(error)) return missingBlock
  if (error.kind === 'argument') return textOfArgument(error.shortMessage)
  if (error.kind === 'notFound') return [titleOfMissing(error.url ?? ''), '']
  if (error.kind === 'rateLimited' && isLive(error))
    return ['The node accepts no more live connections', 'Updates arrive later.']
  return texts[isAnswerOfAnotherServer(error) ? 'decode' : error.kind]
}

/** A node keeps the state of its newest blocks. */
const missingBlock: Text = [
  'The node doesn’t have this block',
  'It may have pruned the block, or not reached it yet. Choose another block or another node.',
]

const texts: Readonly<Record<Exclude<FlowQueryErrorKind, 'argument' | 'notFound'>, Text>> = {
  unsupported: ['This node doesn’t support this request', ''],
  tooLarge: ['The node can’t send this much data at once', ''],
  rateLimited: ['The node receives too many requests', 'Try again in a moment.'],
  node: ['The node can’t respond at the moment', 'Try again later.'],
  network: ['The node can’t be reached', 'Check your internet connection, or try again later.'],
  timeout: ['The node doesn’t answer', 'Try again later.'],
  decode: ['The server at this address isn’t an Intento node', ''],
}

function textOfArgument(message: string): Text {
  if (/^`height`|height header/.test(message)) return ['This block height isn’t valid', 'Use the number of a block.']
  const isAboutPage =
    /^`(key|offset|limit|reverse|countTotal)`|illegal base64|prefixIterator|either offset or key|strconv\.Parse(Uint|Bool)/
  if (isAboutPage.test(message)) return ['This part of the list doesn’t exist', 'Start again at the first page.']
  return ['This ID or address isn’t valid', 'Check it for typos.']
}

function titleOfMissing(url: string): string {
  const [, id] = /\/flow\/(\d+)(?:\?|$)/.exec(url) ?? []
  if (id !== undefined) return `Flow ${id} doesn’t exist`
  if (url.includes('/trustless-agent/')) return 'This agent doesn’t exist'
  if (url.includes('address-to-ica')) return 'This interchain account doesn’t exist'
  return 'The node couldn’t find this'
}

/** Whether the response is from a web server that isn't an LCD. Errors of an LCD contain a gRPC code. */
function isAnswerOfAnotherServer({ kind, status, code }: FlowQueryError): boolean {
  return kind === 'node' && status !== undefined && status < 500 && code === undefined
}

/** Whether the error is from the RPC that sends events. */
function isLive({ url = '' }: FlowQueryError): boolean {
  return /^wss?:/.test(url)
}

import type { AnyMessage, Coin } from '@flow-query/core'
import { coinsIn, describeMessage, innerMessages } from '@flow-query/format'
import { isAddress } from '../../values/address'
import { cut, json } from '../../values/json'

/** The value of a message field. `kind` selects the component that displays it. */
export type Value =
  | { kind: 'amount'; coins: Coin[] }
  | { kind: 'address'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'json'; text: string }

export interface MessageView {
  /** A summary such as `Send 0.001 INTO`. */
  title: string
  /** A type URL such as `/cosmos.bank.v1beta1.MsgSend`. */
  type: string
  /** Why the fields are missing. Null if they are not. */
  note: string | null
  fields: { name: string; value: Value }[]
  /** The nested messages, for example of a `MsgExec`. */
  inner: MessageView[]
  /** The number of nested messages that are missing in `inner`, because the flow has too many messages. */
  more: number
  /** The complete message as indented JSON. Null if its content is unknown. */
  json: string | null
}

const tooDeep = 'This message has more than 500 levels, so its content isn’t shown.'

const mostMessages = 100

/**
 * Prepares messages for display, with nested messages up to eight levels. Deeper messages are displayed as JSON. A flow can have thousands
 * of messages, so only the first 100 are included.
 */
export function messageViews(messages: readonly AnyMessage[]): { views: MessageView[]; more: number } {
  const views = viewsOf(messages, 8, { left: mostMessages })
  return { views, more: messages.length - views.length }
}

function viewsOf(messages: readonly AnyMessage[], levels: number, space: { left: number }): MessageView[] {
  const views: MessageView[] = []
  for (const message of messages) {
    if (space.left === 0) break
    space.left--
    views.push(viewOf(message, levels, space))
  }
  return views
}

function viewOf(message: AnyMessage, levels: number, space: { left: number }): MessageView {
  const named = { title: describeMessage(message), type: message['@type'] }
  if (message['@tooDeep']) return { ...named, note: tooDeep, fields: [], inner: [], more: 0, json: null }
  const inner = levels ? innerMessages(message) : null
  const views = viewsOf(inner ?? [], levels - 1, space)
  return {
    ...named,
    note: null,
    fields: Object.entries(message)
      .filter(([name]) => name !== '@type' && !(inner && name === 'msgs'))
      .map(([name, value]) => ({ name: fieldName(name), value: shownValue(value) })),
    inner: views,
    more: (inner?.length ?? 0) - views.length,
    json: json(message),
  }
}

/** Formats a field name: `from_address` becomes `From address`. */
function fieldName(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shownValue(value: unknown): Value {
  const coins = coinsIn(value)
  const isAmount = coins.length > 0 && coins.length === [value].flat().length
  if (isAmount && coins.length <= mostCoins) return { kind: 'amount', coins }
  if (typeof value === 'string')
    return isAddress(value) ? { kind: 'address', text: value } : { kind: 'text', text: shortened(value) || '—' }
  if (Array.isArray(value) && !value.length) return { kind: 'text', text: '—' }
  return { kind: typeof value === 'object' ? 'json' : 'text', text: shortened(JSON.stringify(cut(value))) }
}

const mostCoins = 100
const longestText = 2_000

/** The complete text is in the JSON of the message. */
function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

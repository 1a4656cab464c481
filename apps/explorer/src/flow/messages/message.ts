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
  /** The complete message as indented JSON. Null if its content is unknown. */
  json: string | null
}

const tooDeep = 'This message has more than 500 levels, so its content isn’t shown.'

/** Prepares a message for display, with nested messages up to eight levels. Deeper messages are displayed as JSON. */
export function messageView(message: AnyMessage): MessageView {
  return viewOf(message, 8)
}

function viewOf(message: AnyMessage, levels: number): MessageView {
  const named = { title: describeMessage(message), type: message['@type'] }
  if (message['@tooDeep']) return { ...named, note: tooDeep, fields: [], inner: [], json: null }
  const inner = levels ? innerMessages(message) : null
  return {
    ...named,
    note: null,
    fields: Object.entries(message)
      .filter(([name]) => name !== '@type' && !(inner && name === 'msgs'))
      .map(([name, value]) => ({ name: fieldName(name), value: shownValue(value) })),
    inner: inner?.map(message => viewOf(message, levels - 1)) ?? [],
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
  if (coins.length && coins.length === [value].flat().length) return { kind: 'amount', coins }
  if (typeof value === 'string')
    return isAddress(value) ? { kind: 'address', text: value } : { kind: 'text', text: value || '—' }
  if (Array.isArray(value) && !value.length) return { kind: 'text', text: '—' }
  return { kind: typeof value === 'object' ? 'json' : 'text', text: JSON.stringify(cut(value)) }
}

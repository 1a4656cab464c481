import type { AnyMessage, Coin } from '@flow-query/core'
import { coinsIn, describeMessage, innerMessages } from '@flow-query/words'

/** A value ready to be shown: coins as amounts, addresses to be shortened and copied, anything else as text. */
export type Value =
  | { kind: 'amount'; coins: Coin[] }
  | { kind: 'address'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'json'; text: string }

export interface MessageView {
  /** `Send 0.001 INTO`. */
  title: string
  /** `/cosmos.bank.v1beta1.MsgSend`. */
  type: string
  fields: { name: string; value: Value }[]
  /** Those that this one carries. */
  inner: MessageView[]
  /** The whole message, indented. */
  json: string
}

export function messageView(message: AnyMessage): MessageView {
  const inner = innerMessages(message)
  return {
    title: describeMessage(message),
    type: message['@type'],
    fields: Object.entries(message)
      .filter(([name]) => name !== '@type' && !(inner && name === 'msgs'))
      .map(([name, value]) => ({ name: fieldName(name), value: shownValue(value) })),
    inner: inner?.map(messageView) ?? [],
    json: json(message),
  }
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** `from_address` as `From address`. */
export function fieldName(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shownValue(value: unknown): Value {
  const coins = coinsIn(value)
  if (coins.length && coins.length === [value].flat().length) return { kind: 'amount', coins }
  if (typeof value === 'string')
    return isAddress(value) ? { kind: 'address', text: value } : { kind: 'text', text: value || '—' }
  if (Array.isArray(value) && !value.length) return { kind: 'text', text: '—' }
  return { kind: typeof value === 'object' ? 'json' : 'text', text: JSON.stringify(value) }
}

/** Looks like bech32. Whether it is one is the node's to say. */
export function isAddress(text: string): boolean {
  return /^[a-z]{2,20}1[02-9ac-hj-np-z]{38,90}$/.test(text)
}

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

/** A message, and those inside it, as deep as a page can show them; what lies deeper stands in a field. */
export function messageView(message: AnyMessage): MessageView {
  return viewOf(message, 8)
}

function viewOf(message: AnyMessage, levels: number): MessageView {
  const inner = levels ? innerMessages(message) : null
  return {
    title: describeMessage(message),
    type: message['@type'],
    fields: Object.entries(message)
      .filter(([name]) => name !== '@type' && !(inner && name === 'msgs'))
      .map(([name, value]) => ({ name: fieldName(name), value: shownValue(value) })),
    inner: inner?.map(message => viewOf(message, levels - 1)) ?? [],
    json: json(message),
  }
}

/** Indented; without what lies deeper than JSON can follow. */
export function json(value: unknown): string {
  return JSON.stringify(cut(value), null, 2)
}

function cut(value: unknown, levels = 100): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!levels) return '…'
  if (Array.isArray(value)) return value.map(item => cut(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cut(item, levels - 1)]))
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
  return { kind: typeof value === 'object' ? 'json' : 'text', text: JSON.stringify(cut(value)) }
}

/** Looks like bech32. Whether it is one is the node's to say. */
export function isAddress(text: string): boolean {
  return /^[a-z]{2,20}1[02-9ac-hj-np-z]{38,90}$/.test(text)
}

/** A text in which addresses stand apart, so that a page lets them be followed and copied. */
export function splitAddresses(text: string): (string | { address: string })[] {
  return text
    .split(/\b([a-z]{2,20}1[02-9ac-hj-np-z]{38,90})\b/)
    .map((part, index) => (index % 2 ? { address: part } : part))
}

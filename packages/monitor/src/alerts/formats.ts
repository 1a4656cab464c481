import { formatCount, formatNumber, shortenAddress } from '@flow-query/format'
import type { Alert } from './alert.js'
import { type Message, typeOf } from './outbox.js'

/** The format of message bodies. `standard` is JSON according to Standard Webhooks. The others are for chats. */
export const messageFormats = ['standard', 'slack', 'discord', 'telegram'] as const
export type MessageFormat = (typeof messageFormats)[number]

/** The number of alerts that a chat message lists. */
const maximumLines = 10

/** Returns the body of a message and the URL to which it is sent. */
export function bodyOf(format: MessageFormat, message: Message, chain: string, url: URL): { body: string; url: URL } {
  if (format === 'standard') return { body: JSON.stringify(standardBody(message, chain)), url }
  if (format === 'slack') {
    const text = textOf(message, chain, escapeSlack)
    return { body: JSON.stringify({ text, unfurl_links: false, unfurl_media: false }), url }
  }
  if (format === 'discord') {
    const content = shortened(textOf(message, chain, escapeMarkdown), 2_000)
    return { body: JSON.stringify({ content, allowed_mentions: { parse: [] } }), url }
  }
  const address = new URL(url)
  const chat_id = address.searchParams.get('chat_id')
  address.searchParams.delete('chat_id')
  // Without a parse mode, Telegram shows plain text.
  const text = shortened(textOf(message, chain, plain), 4_096)
  return { body: JSON.stringify({ chat_id, text, link_preview_options: { is_disabled: true } }), url: address }
}

/** Returns the payload: one alert, or a digest of several. */
function standardBody({ alerts, total, counts }: Message, chain: string): object {
  const [first] = alerts
  if (first && total === 1) return { type: typeOf(first), timestamp: first.at, data: { chain, ...first } }
  return { type: 'digest', timestamp: alerts.at(-1)?.at, data: { chain, total, counts, alerts } }
}

/** Returns an alert as plain text: a heading, and details in the second line. */
export function textOfAlert(alert: Alert, escaped: (text: string) => string = plain): string {
  const { flow, title, text, status } = alert
  const mark = status === 'resolved' ? '✅ Resolved: ' : alert.kind === 'flow.low_funds' ? '⚠️ ' : '🔴 '
  const label = flow?.label ? ` “${escaped(shortened(flow.label, 60))}”` : ''
  const subject = flow ? `Flow ${flow.id}${label} of ${shortenAddress(flow.owner)}: ` : ''
  const details = text === null ? '' : `\n${escaped(shortened(text, 600))}`
  return `${mark}${subject}${escaped(shortened(title, 300))}${details}`
}

function textOf({ alerts, total, counts }: Message, chain: string, escaped: (text: string) => string): string {
  const [first] = alerts
  if (first && total === 1) return `${textOfAlert(first, escaped)}\n${escaped(chain)}`
  const kinds = Object.entries(counts).map(([type, count]) => `${formatNumber(count)} ${namesOfTypes(type)}`)
  const shown = alerts.slice(0, maximumLines)
  const lines = shown.map(alert => textOfAlert({ ...alert, text: null }, escaped))
  const more = total - shown.length
  return [
    `${formatCount(total, 'alert')} on ${escaped(chain)}: ${kinds.join(', ')}`,
    ...lines,
    ...(more > 0 ? [`and ${formatNumber(more)} more`] : []),
  ].join('\n')
}

/** `flow.will_fail.resolved`: `will fail (resolved)`. */
function namesOfTypes(type: string): string {
  const [, kind = '', resolved] = type.split('.')
  return `${kind.replace('_', ' ')}${resolved ? ' (resolved)' : ''}`
}

/**
 * Replaces control characters, which could hide or imitate other text, and breaks links. Labels and error messages come from
 * strangers.
 */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('://', ': //')
}

function escapeSlack(text: string): string {
  return plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function escapeMarkdown(text: string): string {
  return plain(text).replace(/[\\`*_[\]()#|~<>@:]/g, '\\$&')
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

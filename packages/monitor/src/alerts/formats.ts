import { formatCount, formatNumber, shortenAddress } from '@flow-query/format'
import type { Alert } from './alert.js'
import { type Message, typeOf } from './outbox.js'

/** `standard` is JSON according to Standard Webhooks. The other formats are for chats. */
export const messageFormats = ['standard', 'slack', 'discord', 'telegram'] as const
export type MessageFormat = (typeof messageFormats)[number]

const maximumLines = 10

export function bodyOf(format: MessageFormat, message: Message, chain: string, url: URL): { body: string; url: URL } {
  if (format === 'standard') return { body: JSON.stringify(standardBody(message, chain), withValidText), url }
  if (format === 'slack') {
    const text = textOf(message, chain, escapeSlack)
    return { body: JSON.stringify({ text, mrkdwn: false, unfurl_links: false, unfurl_media: false }), url }
  }
  if (format === 'discord') {
    const content = shortened(textOf(message, chain, escapeMarkdown), 2_000)
    return { body: JSON.stringify({ content, allowed_mentions: { parse: [] } }), url }
  }
  const address = new URL(url)
  const chat_id = address.searchParams.get('chat_id')
  address.searchParams.delete('chat_id')
  // Without a parse mode, Telegram shows plain text.
  const text = shortened(textOf(message, chain, withoutDetection), 4_096)
  return { body: JSON.stringify({ chat_id, text, link_preview_options: { is_disabled: true } }), url: address }
}

function standardBody({ alerts, total, counts, at }: Message, chain: string): object {
  const [first] = alerts
  if (first && total === 1) return { type: typeOf(first), timestamp: first.at, data: { chain, ...first } }
  return { type: 'digest', timestamp: alerts.at(-1)?.at ?? at, data: { chain, total, counts, alerts } }
}

function withValidText(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd') : value
}

export function textOfAlert(alert: Alert, escaped: (text: string) => string = plain): string {
  const { flow, title, text, status } = alert
  const mark = status === 'resolved' ? '✅ Resolved: ' : alert.kind === 'flow.low_funds' ? '⚠️ ' : '🔴 '
  const label = flow?.label ? ` “${escaped(shortened(flow.label, 60))}”` : ''
  const subject = flow ? `Flow ${flow.id}${label} of ${shortenAddress(flow.owner)}: ` : ''
  const details = text === null ? '' : `\n${escaped(shortened(text, 600))}`
  return `${mark}${subject}${escaped(shortened(title, 300))}${details}`
}

export function textOf(
  { alerts, total, counts }: Message,
  chain: string,
  escaped: (text: string) => string = plain,
): string {
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

function namesOfTypes(type: string): string {
  const [, kind = '', resolved] = type.split('.')
  return `${kind.replace('_', ' ')}${resolved ? ' (resolved)' : ''}`
}

/** Also breaks links. */
function plain(text: string): string {
  return withoutControls(text).replaceAll('://', ': //')
}

/** Replaces control characters, which could hide or imitate other text. */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
}

/**
 * Inserts zero-width spaces where a chat would detect a mention, a domain, an address, a command, a tag or an emoji, because
 * plain text has no escapes.
 */
function withoutDetection(text: string): string {
  return plain(text)
    .replace(/@(?=[\p{L}\p{N}_])|(?<![\p{L}\p{N}_])[#/$](?=[\p{L}\p{N}_])/gu, '$&\u200b')
    .replace(/(?<=[\p{L}\p{N}-])\.(?=\p{L}|\d+\.\d)|:(?=[a-z_+-][\w+-]*:)/giu, '$&\u200b')
}

/** Mattermost and Rocket.Chat accept messages for Slack but ignore `mrkdwn`, so formatting marks become similar characters. */
function escapeSlack(text: string): string {
  return withoutDetection(text)
    .replace(/[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, mark => similar[mark] ?? mark)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const similar: { [mark: string]: string } = { '*': '∗', '~': '∼', '`': 'ˋ', _: 'ˍ' }

function escapeMarkdown(text: string): string {
  return plain(text).replace(/[\\`*_[\]()#|~<>@:]/g, '\\$&')
}

export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).replace(/\p{Cs}$/u, '')}…` : text
}

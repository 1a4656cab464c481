import { formatTime } from '@flow-query/format'
import type { Alert } from '../alerts/alert.js'
import { shortened, textOf, textOfAlert } from '../alerts/formats.js'
import { type Message, messageOf } from '../alerts/outbox.js'

/** A message to a subscriber, in the forms that the channels need. */
export interface Notice {
  message: Message
  title: string
  body: string
  /** The page of the explorer, or empty if the monitor doesn't know the explorer. */
  url: string
  /** A notification replaces an older one with the same tag. It has at most 32 characters, as a topic of Web Push. */
  tag: string
}

export interface NoticeOptions {
  /** The URL of the explorer that messages link to. */
  explorer: string | undefined
  chain: string
  time: number
}

export function noticeOf(alerts: readonly Alert[], { explorer, chain, time }: NoticeOptions): Notice {
  const linked = alerts.map(alert => ({ ...alert, text: datedText(alert, time), url: linkTo(explorer, alert) }))
  const message = messageOf(linked, {}, time)
  const single = linked.length === 1 ? linked[0] : undefined
  const [title = '', ...lines] = (single ? textOfAlert(single) : textOf(message, chain)).split('\n')
  return {
    message,
    title,
    body: shortened(lines.join('\n'), 1_500),
    url: single ? single.url : (explorer ?? ''),
    tag: single ? single.id : message.id.slice(0, 32),
  }
}

/** A new subscriber can get an alert of yesterday, whose text contains times such as `5 s ago`. */
function datedText({ status, at, text }: Alert, time: number): string | null {
  const isOld = status === 'open' && time - Date.parse(at) >= 60_000
  return text !== null && isOld ? `As of ${formatTime(at)}: ${text}` : text
}

/** Keeps the query of the explorer's URL, which can select the node of the chain. */
function linkTo(explorer: string | undefined, { flow }: Alert): string {
  if (explorer === undefined || !flow) return explorer ?? ''
  const url = new URL(explorer)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/flows/${flow.id}`
  return url.href
}

import { Webhook } from 'standardwebhooks'
import webpush from 'web-push'
import { bodyOf } from '../alerts/formats.js'
import type { Attempt } from '../alerts/outbox.js'
import { webhookHeaders } from '../alerts/webhook.js'
import type { Keys } from './keys.js'
import type { Notice } from './notice.js'
import type { Answer, Post } from './post.js'
import type { Channel } from './subscription.js'
import type { TelegramBot } from './telegram.js'

/** Where messages go: an address that is decrypted just before a message is sent. */
export type Address =
  | Extract<Channel, { type: 'push' }>
  | { type: 'webhook'; url: string; secret: string }
  | { type: 'telegram'; chat: string }

export type Send = (address: Address, notice: Notice) => Promise<Attempt>

export interface ChannelOptions {
  keys: Keys
  post: Post
  /** The name of the chain. */
  chain: string
  /** A URL or `mailto:` address, which push services use to report problems. */
  contact: string
  telegram: TelegramBot | undefined
}

/** How long a push service keeps a message for a device that is offline, in seconds. */
const timeToLive = 86_400

export function createSend({ keys, post, chain, contact, telegram }: ChannelOptions): Send {
  async function send(address: Address, notice: Notice): Promise<Attempt> {
    if (address.type === 'telegram') return telegram?.send(address.chat, notice) ?? failed('there is no Telegram bot')
    const request = address.type === 'push' ? pushRequest(address, notice) : webhookRequest(address, notice)
    return attemptOf(address.type, await post(request))
  }

  function pushRequest({ endpoint, keys: { p256dh, auth } }: Extract<Address, { type: 'push' }>, notice: Notice) {
    const { title, body, url, tag } = notice
    const payload = JSON.stringify({ title, body, url, tag })
    const details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: contact, ...keys.vapid },
      TTL: timeToLive,
      urgency: 'high',
      topic: tag,
    })
    return { url: endpoint, headers: details.headers as Record<string, string>, body: details.body ?? '' }
  }

  function webhookRequest({ url, secret }: Extract<Address, { type: 'webhook' }>, { message }: Notice) {
    const { body } = bodyOf('standard', message, chain, new URL(url))
    return signedRequest(url, secret, message.id, body)
  }

  return (address, notice) => send(address, notice).catch(error => failed(problemOf(error)))
}

/** Returns a request in the format of Standard Webhooks. */
export function signedRequest(url: string, secret: string, id: string, body: string) {
  return { url, body, headers: webhookHeaders(id, body, [new Webhook(secret)]) }
}

function attemptOf(type: Address['type'], { status, retryAfter }: Answer): Attempt {
  const problem = `it answered ${status}`
  if (status >= 200 && status < 300) return { result: 'delivered' }
  // Push services answer 404 for a subscription that has expired.
  if (status === 410 || (status === 404 && type === 'push')) return { result: 'gone', problem }
  if (status === 413) return { result: 'rejected', problem }
  return { result: 'failed', problem, retryAfter }
}

const failed = (problem: string): Attempt => ({ result: 'failed', problem, retryAfter: null })

/** Messages of network errors can contain addresses, so only their code is used. */
function problemOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' ? `the request failed (${code})` : 'the request failed'
}

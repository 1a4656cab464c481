import { randomBytes } from 'node:crypto'
import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import { type SubscriptionActions, shownOf } from './api.js'
import { type Address, signedRequest } from './channels.js'
import type { Keys } from './keys.js'
import type { Post } from './post.js'
import { RequestProblem } from './problems.js'
import type { SubscriptionStore } from './store.js'
import { createToken, hashOf, type Subscription, type Target, type Wanted } from './subscription.js'
import type { TelegramAnswers, TelegramBot } from './telegram.js'

export interface ActionsContext {
  chain: string
  client: FlowClient
  store: SubscriptionStore
  keys: Keys
  post: Post
  telegram: TelegramBot | undefined
  /** The maximum number of subscriptions. */
  limit: number
  /** Whether webhooks may have private addresses or use HTTP. */
  allowPrivate: boolean
  clock: () => number
}

const maximumPerAddress = 50
/** The maximum number of subscriptions to a query, because every flow is compared with every query. */
const maximumQueries = 1_000

export function createActions(context: ActionsContext): SubscriptionActions {
  const { chain, client, store, keys, telegram, limit, clock } = context

  async function find(token: string): Promise<Subscription> {
    const found = await store.find(hashOf(token))
    if (!found) throw new RequestProblem('unknown')
    return found
  }

  return {
    offer: () => ({ chain, pushKey: keys.vapid.publicKey, telegramBot: telegram !== undefined }),
    async create({ target, channel, ...settings }) {
      await checkTarget(client, target)
      const code = createToken()
      const { address, ...given } = await openChannel(channel, code, context)
      if (store.all.size >= limit || (isQuery(target) && countQueries(store) >= maximumQueries))
        throw new RequestProblem('totalLimit')
      if (address && isFull(context, address)) throw new RequestProblem('addressLimit')
      const token = createToken()
      const created: Subscription = {
        ...settings,
        id: hashOf(token),
        target,
        channel: { type: channel.type, ...(address ? seal(context, address) : { sealed: '', hash: '' }) },
        confirmation: channel.type === 'push' ? null : hashOf(code),
        createdAt: clock(),
        delivery: { told: [], sending: [], attempts: 0, nextAttempt: 0 },
      }
      await store.add(created)
      return { ...shownOf(created), token, ...given }
    },
    find,
    async confirm(token, code) {
      const found = await find(token)
      if (found.confirmation === null) return found
      // Only the chat can confirm that it wants messages.
      if (found.channel.type !== 'webhook' || found.confirmation !== hashOf(code)) throw new RequestProblem('wrongCode')
      await store.change(found.id, { confirmation: null })
      return { ...found, confirmation: null }
    },
    async change(token, changes) {
      const found = await find(token)
      await store.change(found.id, changes)
      return { ...found, ...changes }
    },
    async end(token) {
      await store.remove((await find(token)).id)
    },
  }
}

async function checkTarget(client: FlowClient, target: Target): Promise<void> {
  if (!('flow' in target)) return
  await client.flow({ id: target.flow }).catch((error: unknown) => {
    throw isFlowQueryError(error, 'notFound') ? new RequestProblem('unknownFlow') : error
  })
}

/** Checks that the channel works. Returns its address, or null until it is known, and what the subscriber needs. */
async function openChannel(
  channel: Wanted['channel'],
  code: string,
  { chain, telegram, post, allowPrivate, clock }: ActionsContext,
): Promise<{ address: Address | null; secret?: string; telegramLink?: string }> {
  if (channel.type === 'telegram') {
    if (!telegram) throw new RequestProblem('noChannel')
    return { address: null, telegramLink: telegram.link(code) }
  }
  const url = channel.type === 'push' ? channel.endpoint : channel.url
  if (!allowPrivate && new URL(url).protocol !== 'https:') throw new RequestProblem('badAddress')
  if (channel.type === 'push') return { address: channel }
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const body = JSON.stringify({
    type: 'subscription.confirm',
    timestamp: new Date(clock()).toISOString(),
    data: { chain, code },
  })
  const answer = await post(signedRequest(url, secret, `msg_${hashOf(code)}`, body)).catch(() => null)
  if (!answer || answer.status < 200 || answer.status > 299) throw new RequestProblem('badAddress')
  return { address: { type: 'webhook', url, secret }, secret }
}

function isQuery(target: Target): boolean {
  return 'query' in target
}

function countQueries({ all }: SubscriptionStore): number {
  return Array.from(all.values()).filter(({ target }) => isQuery(target)).length
}

type Sealing = Pick<ActionsContext, 'keys' | 'store'>

function seal({ keys }: Sealing, address: Address) {
  return { sealed: keys.encrypt(JSON.stringify(address)), hash: hashOfAddress(keys, address) }
}

/** Whether an address has as many subscriptions as it may have. */
function isFull({ keys, store }: Sealing, address: Address): boolean {
  const hash = hashOfAddress(keys, address)
  return Array.from(store.all.values()).filter(({ channel }) => channel.hash === hash).length >= maximumPerAddress
}

function hashOfAddress(keys: Keys, address: Address): string {
  const place = address.type === 'push' ? address.endpoint : address.type === 'webhook' ? address.url : address.chat
  return keys.addressHash(`${address.type} ${place}`)
}

export function createTelegramAnswers(context: Sealing): TelegramAnswers {
  const { keys, store } = context
  return {
    async start(code, chat) {
      await store.refresh()
      const confirmation = hashOf(code)
      const found = Array.from(store.all.values()).find(one => one.confirmation === confirmation)
      if (!found) return 'This link is not valid any more. Create a new subscription.'
      const address = { type: 'telegram' as const, chat }
      if (isFull(context, address)) return 'This chat has too many subscriptions. To end all of them, send /stop.'
      const channel = { type: address.type, ...seal(context, address) }
      await store.change(found.id, { channel, confirmation: null })
      return 'You are subscribed. To end all subscriptions of this chat, send /stop.'
    },
    async stop(chat) {
      await store.refresh()
      const hash = hashOfAddress(keys, { type: 'telegram', chat })
      const own = Array.from(store.all.values()).filter(({ channel }) => channel.hash === hash)
      for (const { id } of own) await store.remove(id)
      return own.length > 0 ? 'All subscriptions of this chat have ended.' : 'This chat has no subscriptions.'
    },
  }
}

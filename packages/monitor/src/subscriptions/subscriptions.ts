import { setTimeout as wait } from 'node:timers/promises'
import type { Flow, FlowClient } from '@flow-query/core'
import { Counter, Gauge, Registry } from 'prom-client'
import { MonitorError, reasonOf } from '../alerts/state-file.js'
import { createActions, createTelegramAnswers } from './actions.js'
import { createApi } from './api.js'
import { createSend } from './channels.js'
import { createDeliveries, type Deliveries } from './deliveries.js'
import { type Keys, loadKeys } from './keys.js'
import { createPost } from './post.js'
import { postgresSubscriptions } from './postgres-store.js'
import { fileSubscriptions, isDatabaseUrl, type SubscriptionStore } from './store.js'
import { connectBot } from './telegram.js'

export interface SubscriptionsOptions {
  /** A file, or the URL of a Postgres database that several instances share. */
  store: string
  /** 32 bytes in base64, which encrypt the addresses of subscribers. Defaults to the content of a file, which is created. */
  key?: string | undefined
  /** The port of the API. Defaults to 9470. */
  port?: number | undefined
  /** The address to listen on. Defaults to 127.0.0.1. */
  host?: string | undefined
  /**
   * The URL of the explorer, which messages link to. Its pages may call the API. Its query, such as `?lcd=https://lcd.example.org`, is kept
   * in the links.
   */
  explorer?: string | undefined
  /** The origins of other pages that may call the API. */
  origins?: readonly string[] | undefined
  /** The addresses of proxies whose `X-Forwarded-For` is used to count the requests of a client, such as `10.0.0.0/8`. */
  trustProxy?: readonly string[] | undefined
  /** A URL or `mailto:` address for push services, in case of problems. Defaults to the explorer. */
  contact?: string | undefined
  /** The token of a Telegram bot, for subscriptions by Telegram. */
  telegramToken?: string | undefined
  /** The URL of Telegram's API. */
  telegramApi?: string | undefined
  /** Allows private addresses and addresses without HTTPS, for example in an internal network. Defaults to false. */
  allowPrivate?: boolean | undefined
  /** The maximum number of subscriptions. Defaults to 10,000. */
  limit?: number | undefined
  /** Called with the URL of the API when it accepts requests. */
  onOpen?: ((url: string) => void) | undefined
}

export interface SubscriptionsContext {
  chain: string
  client: FlowClient
  /** The flows of the chain, by ID. */
  flows: () => ReadonlyMap<string, Flow>
  /** Called when other flows have to be checked. */
  onChange: () => void
  /** Called with a problem, in one sentence. */
  onNote: (text: string) => void
  clock: () => number
}

export interface Subscriptions
  extends Pick<Deliveries, 'watches' | 'update' | 'knownAlerts'>,
    Pick<SubscriptionStore, 'incidents'> {
  /** Resolves when this instance must check flows and send messages. */
  lead: (signal: AbortSignal) => Promise<void>
  /** Sends what is due, and removes what was not confirmed in time. */
  deliver: () => Promise<void>
  close: () => Promise<void>
}

const confirmWithin = 3_600_000
/** How long a stopped monitor waits for messages that are being sent, in milliseconds. */
const stopTimeout = 3_000
/** How often changes of other instances are read, in milliseconds. */
const refreshInterval = 5_000

/** @throws {MonitorError} if an option is invalid, or the store, the port or the Telegram bot can't be used */
export async function startSubscriptions(
  options: SubscriptionsOptions,
  context: SubscriptionsContext,
): Promise<Subscriptions> {
  const { explorer, origins = [], trustProxy = [], telegramToken, allowPrivate = false, limit = 10_000 } = options
  const { chain, clock } = context
  const isDatabase = isDatabaseUrl(options.store)
  if (isDatabase && options.key === undefined)
    throw new MonitorError(
      'argument',
      'With a database, the key of the subscriptions is required, because all instances need the same one.',
      'Set FLOW_QUERY_SUBSCRIPTIONS_KEY to the output of: openssl rand -base64 32',
    )
  const keys = await loadKeys(options.key, `${options.store}.key`)
  const telegram = telegramToken === undefined ? undefined : await botOf(telegramToken, options.telegramApi)
  const store = await (isDatabase ? postgresSubscriptions(options.store) : fileSubscriptions(options.store))
  checkKey(keys, store)
  const { registry, onSent } = createMetrics(store)
  const post = createPost(allowPrivate)
  // Push services require HTTPS. An explorer without it is only for development.
  const contact = options.contact ?? (explorer?.startsWith('https:') ? explorer : 'https://example.org')
  const send = createSend({ keys, post, chain, contact, telegram })
  const deliveries = createDeliveries({ ...context, store, keys, send, onSent, explorer })
  const actions = createActions({ ...context, store, keys, post, telegram, limit, allowPrivate })
  const onError = (error: Error) => context.onNote(`A request for a subscription failed: ${reasonOf(error)}.`)
  const allowed = explorer === undefined ? origins : [new URL(explorer).origin, ...origins]
  const api = await createApi({ actions, registry, origins: allowed, trustProxy, onError })
  const url = await api
    .listen({ port: options.port ?? 9_470, host: options.host ?? '127.0.0.1' })
    .catch((error: Error) => {
      const advice = 'Select another port with --port.'
      throw new MonitorError('argument', `The API can't listen: ${error.message}.`, advice, { cause: error })
    })
  options.onOpen?.(url)
  let refreshedAt = Number.NEGATIVE_INFINITY

  return {
    incidents: store.incidents,
    watches: deliveries.watches,
    update: deliveries.update,
    knownAlerts: deliveries.knownAlerts,
    async lead(signal) {
      await store.lead(signal)
      telegram?.listen(createTelegramAnswers({ keys, store }), signal).catch(() => {})
    },
    async deliver() {
      if (clock() - refreshedAt >= refreshInterval) {
        refreshedAt = clock()
        await store.refresh()
        for (const { id, confirmation, createdAt } of store.all.values())
          if (confirmation !== null && createdAt < clock() - confirmWithin) await store.remove(id)
      }
      deliveries.start()
    },
    async close() {
      await api.close()
      await Promise.race([deliveries.settled(), wait(stopTimeout)])
      await store.close()
    },
  }
}

function checkKey(keys: Keys, { all }: SubscriptionStore): void {
  const sealed = Array.from(all.values(), ({ channel }) => channel.sealed).find(sealed => sealed !== '')
  if (sealed === undefined) return
  try {
    keys.decrypt(sealed)
  } catch {
    throw new MonitorError(
      'argument',
      'The key is not the one that encrypted the addresses of the subscriptions.',
      'Restore the key, or delete the subscriptions.',
    )
  }
}

function botOf(token: string, api = 'https://api.telegram.org') {
  return connectBot(token, api).catch(() => {
    throw new MonitorError('argument', "The Telegram bot doesn't answer.", 'Check its token and the connection.')
  })
}

function createMetrics({ all }: SubscriptionStore) {
  const registry = new Registry()
  const subscriptions = new Gauge({
    name: 'flow_query_subscriptions',
    help: 'Subscriptions to alerts, by channel.',
    labelNames: ['channel'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { channel } of all.values()) this.inc({ channel: channel.type })
    },
  })
  const messages = new Counter({
    name: 'flow_query_subscription_messages_total',
    help: 'Attempts to send a message to a subscriber, by channel and result.',
    labelNames: ['channel', 'result'],
    registers: [registry],
  })
  return { registry, subscriptions, onSent: (channel: string, result: string) => messages.inc({ channel, result }) }
}

import { createECDH, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlowClient, type Flow } from '@flow-query/core'
import { createLcd } from '@flow-query/testing'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import type { Alert } from '../src/alerts/alert.js'
import { type ActionsContext, createActions } from '../src/subscriptions/actions.js'
import { createApi } from '../src/subscriptions/api.js'
import { createSend } from '../src/subscriptions/channels.js'
import { createDeliveries } from '../src/subscriptions/deliveries.js'
import { loadKeys } from '../src/subscriptions/keys.js'
import type { Answer, PostRequest } from '../src/subscriptions/post.js'
import { fileSubscriptions, type SubscriptionStore } from '../src/subscriptions/store.js'
import type { TelegramBot } from '../src/subscriptions/telegram.js'

export const secret = Buffer.alloc(32, 7).toString('base64')
export const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'

/** The keys of a browser that subscribes to push messages. */
export function pushKeys() {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  return { browser, auth, keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') } }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-subscriptions-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An open alert about a flow of {@link owner}. */
export function alertOf(id: string, changes: Partial<Alert> = {}): Alert {
  return {
    id,
    kind: 'flow.will_fail',
    status: 'open',
    at: new Date().toISOString(),
    flow: { id: '1', label: 'Rent', owner },
    run: 4,
    cause: 'feeBalanceTooLow',
    title: 'Will stop: 0.04 INTO short',
    text: 'Send 0.04 INTO to into1fee before the run.',
    stops: true,
    ...changes,
  }
}

export interface TestOptions extends Partial<Pick<ActionsContext, 'limit' | 'allowPrivate'>> {
  answer?: (request: PostRequest) => Promise<Answer> | Answer
  telegram?: TelegramBot
  store?: SubscriptionStore
}

/** The parts of a monitor with subscriptions, where requests to subscribers go to `answer`. */
export async function testSubscriptions({
  answer = () => ({ status: 201, retryAfter: null }),
  ...options
}: TestOptions = {}) {
  const lcd = createLcd({ flows: [{ label: 'Rent', owner }, { label: 'Savings' }], clock: Date.now })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  const keys = await loadKeys(secret, '')
  const folder = temporaryFolder()
  const store = options.store ?? (await fileSubscriptions(join(folder, 'subscriptions.json')))
  const requests: PostRequest[] = []
  const notes: string[] = []
  const post = async (request: PostRequest) => {
    requests.push(request)
    return answer(request)
  }
  const flows = new Map<string, Flow>()
  const { telegram } = options
  const common = { chain: 'intento-1', clock: Date.now, store, keys }
  const send = createSend({ ...common, post, contact: 'https://explorer.example', telegram })
  const deliveries = createDeliveries({
    ...common,
    send,
    flows: () => flows,
    explorer: 'https://explorer.example/app/?lcd=https://lcd.example',
    onChange: () => {},
    onNote: note => notes.push(note),
    onSent: () => {},
  })
  const actions = createActions({
    ...common,
    client,
    post,
    telegram,
    limit: options.limit ?? 100,
    allowPrivate: options.allowPrivate ?? false,
  })
  const registry = new Registry()
  const api = await createApi({
    actions,
    registry,
    origins: ['https://explorer.example'],
    trustProxy: [],
    onError: error => notes.push(error.message),
  })
  onTestFinished(() => api.close())
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = {}) => {
    const response = await api.inject({ method, url, headers, ...(payload && { payload }) })
    return {
      status: response.statusCode,
      body: response.body === '' ? null : response.json(),
      headers: response.headers,
    }
  }
  return { folder, lcd, client, keys, store, requests, notes, flows, deliveries, actions, api, call }
}

/** Sends what is due, and waits until it is sent. */
export async function deliver({ deliveries }: Awaited<ReturnType<typeof testSubscriptions>>): Promise<void> {
  deliveries.start()
  await deliveries.settled()
}

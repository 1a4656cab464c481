import { readText } from '@flow-query/core/parts/request'
import { type Endpoint, givenEndpoint, type ServerNode } from '../node/endpoint'

/** A flow, or all flows of an owner. */
export type FlowOrOwner = { flow: string } | { owner: string }

export interface Query {
  /** Words in the label, ID or owner of a flow. */
  search?: string
  messageType?: string
  connectionId?: string
}

export type Target = FlowOrOwner | { query: Query }

interface QuietHours {
  /** Times such as `22:00`. */
  from: string
  to: string
  timeZone: string
}

interface Settings {
  isPaused: boolean
  onlyStops: boolean
  quietHours: QuietHours | null
}

/** The channels of the monitor. */
interface Offer {
  /** The `applicationServerKey` for Web Push. */
  pushKey: string
  telegramBot: boolean
}

/** Where messages go. */
export type Channel = { type: 'push'; endpoint: string; keys: Record<string, string> } | { type: 'telegram' }

interface Wanted extends Partial<Settings> {
  target: Target
  channel: Channel
}

export interface Subscription extends Settings {
  target: Target
  channel: Channel['type'] | 'webhook'
  isConfirmed: boolean
}

interface Created {
  /** The secret that reads, changes and ends the subscription. */
  token: string
  /** Opens the chat that confirms the subscription. */
  telegramLink?: string
}

/** Why something failed, and what the user can do. */
export class NotifyProblem extends Error {
  readonly help: string
  /** The type of the monitor's problem, such as `/problems/unknown`. */
  readonly type: string | undefined
  constructor(message: string, help: string, type?: string) {
    super(message)
    this.help = help
    this.type = type
  }
}

/** Returns the monitor that the server inserted into the page, or null. It only watches the chain of the server's node. */
export function monitorOf({ lcd }: Endpoint, given: ServerNode, inserted: string | null): string | null {
  return lcd !== null && lcd === givenEndpoint(given).lcd ? inserted : null
}

export function readOffer(monitor: string): Promise<Offer> {
  return send(monitor, 'GET', 'subscriptions')
}

export function createSubscription(monitor: string, wanted: Wanted): Promise<Created> {
  return send(monitor, 'POST', 'subscriptions', wanted)
}

/** Returns null if the subscription has ended. */
export function readSubscription(monitor: string, token: string): Promise<Subscription | null> {
  return ifKnown(send(monitor, 'GET', `subscriptions/${token}`))
}

export function changeSubscription(monitor: string, token: string, changes: Partial<Settings>): Promise<Subscription> {
  return send(monitor, 'PATCH', `subscriptions/${token}`, changes)
}

export async function endSubscription(monitor: string, token: string): Promise<void> {
  await ifKnown(send(monitor, 'DELETE', `subscriptions/${token}`))
}

async function ifKnown<Answer>(sent: Promise<Answer>): Promise<Answer | null> {
  try {
    return await sent
  } catch (error) {
    if (error instanceof NotifyProblem && error.type === '/problems/unknown') return null
    throw error
  }
}

const timeout = 15_000
const maxBodyBytes = 100_000

/** @throws {NotifyProblem} if the monitor refuses or doesn't answer */
async function send<Answer>(monitor: string, method: string, path: string, body?: object): Promise<Answer> {
  const { status, ok, answer } = await fetched(new URL(path, monitor.replace(/\/?$/, '/')), {
    method,
    signal: AbortSignal.timeout(timeout),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (ok) return answer as Answer
  const { type, title, detail = '' } = Object(answer) as { type?: string; title?: string; detail?: string }
  throw new NotifyProblem(title ?? `The monitor responded with status ${status}`, detail, type)
}

async function fetched(url: URL, init: RequestInit) {
  try {
    const response = await fetch(url, init)
    const text = await readText(response, maxBodyBytes)
    return { status: response.status, ok: response.ok, answer: text ? (JSON.parse(text) as unknown) : undefined }
  } catch {
    throw new NotifyProblem('The monitor can’t be reached', 'Check your connection, or try again later.')
  }
}

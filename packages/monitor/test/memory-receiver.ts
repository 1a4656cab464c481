import { onTestFinished, vi } from 'vitest'

/** A request that a receiver got. */
export interface Received {
  id: string
  headers: Record<string, string>
  url: string
  body: string
  /** Whether the sender follows redirects. */
  redirect: RequestRedirect | undefined
  signal: AbortSignal
}

/** A webhook in memory. */
export interface Receiver {
  url: string
  requests: Received[]
  /** The accepted messages by `webhook-id`, so that repeats count once. */
  delivered: () => Map<string, Received>
}

type Answer = (received: Received, index: number) => Response | Promise<Response>

/**
 * Creates a webhook for one test, and replaces the global `fetch`.
 *
 * @param answer decides about each request. By default, it is accepted
 */
export function createReceiver(answer: Answer = () => new Response()): Receiver {
  const requests: Received[] = []
  const accepted = new Map<string, Received>()
  const url = `http://127.0.0.1:${nextPort++}/hook`

  async function receive(received: Received): Promise<Response> {
    requests.push(received)
    const response = await Promise.race([answer(received, requests.length - 1), aborted(received.signal)])
    if (response.ok) accepted.set(received.id, received)
    return response
  }

  receivers.set(new URL(url).origin, receive)
  vi.stubGlobal('fetch', fetchReceiver)
  onTestFinished(() => {
    receivers.clear()
    vi.unstubAllGlobals()
  })
  return { url, requests, delivered: () => accepted }
}

let nextPort = 8_000
const receivers = new Map<string, (received: Received) => Promise<Response>>()

const fetchReceiver: typeof fetch = async (input, { headers, body, redirect, signal } = {}) => {
  const { origin, pathname, search } = new URL(`${input}`)
  const receive = receivers.get(origin)
  if (!receive) throw new Error(`There is no receiver at ${origin}.`)
  const sent = Object.fromEntries(new Headers(headers))
  return receive({
    id: `${sent['webhook-id']}`,
    headers: sent,
    url: pathname + search,
    body: `${body}`,
    redirect,
    signal: signal ?? new AbortController().signal,
  })
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}

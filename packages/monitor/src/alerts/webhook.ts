import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { bodyOf, type MessageFormat } from './formats.js'
import type { Attempt, Message } from './outbox.js'
import { statedReason } from './reason.js'
import { migratedChat, rejectionOf } from './rejection.js'
import { MonitorError } from './state-file.js'

export interface WebhookTarget {
  /** Treated as a secret, because the URLs of Slack, Discord and Telegram contain a token. */
  url: URL
  format: MessageFormat
  signers: readonly Webhook[]
  /** A hash of all options, so that a restarted monitor knows whether they changed. */
  hash: string
}

export interface WebhookOptions {
  url: string
  format?: MessageFormat | undefined
  /**
   * The secret that signs messages, such as `whsec_…`, or several. Each of them signs every message, so a receiver accepts the old and the
   * new one while you replace it.
   */
  secret?: string | readonly string[] | undefined
}

const requestTimeout = 15_000
/** How long a stopped monitor waits for the response to the current message, in milliseconds, so that a restart doesn't send it twice. */
const stopTimeout = 3_000

export function webhookTarget({ url, format = 'standard', secret }: WebhookOptions): WebhookTarget {
  const checked = checkedUrl(url, 'The webhook')
  if (format === 'telegram' && !checked.searchParams.has('chat_id'))
    throw new MonitorError(
      'argument',
      'The URL of the Telegram webhook has no chat_id.',
      'Use https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>.',
    )
  const secrets = [secret ?? []].flat()
  const hash = createHash('sha256')
    .update(JSON.stringify([checked.href, format, secrets]))
    .digest('hex')
  return { url: checked, format, signers: secrets.map(signerOf), hash }
}

function signerOf(secret: string): Webhook {
  const advice = 'Create one with: echo "whsec_$(openssl rand -base64 32)"'
  const key = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1]
  const bytes = key === undefined ? 0 : Buffer.from(key, 'base64').length
  if (bytes < 24 || bytes > 64)
    throw new MonitorError(
      'argument',
      'The signing secret must be whsec_ followed by 24 to 64 bytes in base64.',
      advice,
    )
  return new Webhook(secret)
}

export function checkedUrl(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new MonitorError(
      'argument',
      `${name} is not a valid URL.`,
      'It should look like https://example.org/hooks/flows.',
    )
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new MonitorError(
      'argument',
      `${name} must use HTTPS.`,
      'Only loopback addresses such as http://localhost can use HTTP.',
    )
  if (url.username || url.password)
    throw new MonitorError(
      'argument',
      `${name} contains a user name or password, which are not sent.`,
      'Remove it from the URL.',
    )
  return url
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

export async function attempt(
  target: WebhookTarget,
  message: Message,
  chain: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const first = await post(target, message, chain, signal)
  const newChat = 'status' in first && target.format === 'telegram' ? migratedChat(first.text) : null
  if (newChat === null) return attemptOf(target, first)
  const moved = withChat(target, newChat)
  const result = attemptOf(moved, await post(moved, message, chain, signal))
  if (result.result === 'delivered') return { ...result, newChat }
  return { ...result, problem: `the chat has the new ID ${newChat}, and ${result.problem}` }
}

export function withChat(target: WebhookTarget, chat: string): WebhookTarget {
  const url = new URL(target.url)
  url.searchParams.set('chat_id', chat)
  return { ...target, url }
}

async function post(
  { url, format, signers }: WebhookTarget,
  message: Message,
  chain: string,
  signal: AbortSignal,
): Promise<Answer | { problem: string }> {
  const { body, url: address } = bodyOf(format, message, chain, url)
  const headers = webhookHeaders(message.id, body, signers)
  try {
    return await request(address, signal, { method: 'POST', body, headers })
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** Returns the headers of a message in the format of Standard Webhooks. */
export function webhookHeaders(id: string, body: string, signers: readonly Webhook[]): Record<string, string> {
  const sentAt = new Date()
  const signatures = signers.map(signer => signer.sign(id, sentAt, body))
  return {
    'content-type': 'application/json',
    'user-agent': 'flow-query-monitor',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    ...(signers.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  }
}

export async function ping(url: URL, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await request(url, signal, { method: 'GET' })
    return answer.status < 300 ? null : answered(answer, url)
  } catch (error) {
    return problemOf(error)
  }
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

const longestAnswer = 4_096

async function request(url: URL, signal: AbortSignal, init: RequestInit): Promise<Answer> {
  const stopped = new AbortController()
  const abort = () => setTimeout(() => stopped.abort(signal.reason), stopTimeout).unref()
  const timer = setTimeout(() => stopped.abort(new DOMException('timeout', 'TimeoutError')), requestTimeout)
  signal.addEventListener('abort', abort, { once: true })
  try {
    // A redirect could lead to another host, or from HTTPS to HTTP.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: stopped.signal })
    const { ok, status, headers } = response
    // A receiver that has accepted the message may never end its response.
    return { status, headers, text: ok ? '' : await startOf(response) }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    stopped.abort()
  }
}

/** Reads the start of a body, because a body can be endless or incomplete. */
async function startOf({ body }: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= longestAnswer) break
    }
  } catch {
    // Without the rest of the body, the status is still known.
  }
  return text.slice(0, longestAnswer)
}

function attemptOf({ url, format }: WebhookTarget, answer: Answer | { problem: string }): Attempt {
  if ('problem' in answer) return { result: 'failed', problem: answer.problem, retryAfter: null }
  const { status, headers, text } = answer
  if (status >= 200 && status < 300) return { result: 'delivered' }
  const problem = answered(answer, url)
  // Standard Webhooks defines 410. Slack uses it for an archived channel.
  if (status === 410 && format === 'standard') return { result: 'gone', problem }
  const isBusy = status === 408 || status === 425 || status === 429 || status >= 500
  if (isBusy) return { result: 'failed', problem, retryAfter: retryAfterOf(headers, text, Date.now()) }
  const rejection = rejectionOf(format, status, text)
  return rejection.about === 'content'
    ? { result: 'rejected', problem }
    : { result: 'misaddressed', problem, advice: rejection.advice }
}

function answered({ status, text }: Answer, url: URL): string {
  const reason = statedReason(text, url)
  return reason === null ? `it answered ${status}` : `it answered ${status}: ${reason}`
}

function retryAfterOf(headers: Headers, text: string, now: number): number | null {
  const value = headers.get('retry-after') ?? /"retry_after":\s*(\d+(?:\.\d+)?)/.exec(text)?.[1]
  if (value == null) return null
  const delay = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  return Number.isFinite(delay) ? Math.max(0, delay) : null
}

/** Messages of network errors can contain the URL, so only their code is used. */
function problemOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `it did not answer within ${requestTimeout / 1_000} seconds`
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  return typeof cause?.code === 'string' && /^[A-Z0-9_]+$/.test(cause.code)
    ? `the request failed (${cause.code})`
    : 'the request failed'
}

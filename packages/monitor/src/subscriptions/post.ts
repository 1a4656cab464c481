import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { useAgent } from 'request-filtering-agent'

export interface PostRequest {
  url: string
  headers: Record<string, string | number>
  body: string | Buffer
}

export interface Answer {
  status: number
  /** Milliseconds. */
  retryAfter: number | null
}

/** @throws {Error} if no complete head of a response arrives in time */
export type Post = (request: PostRequest) => Promise<Answer>

const requestTimeout = 15_000

/**
 * Sends requests to addresses that strangers entered. It follows no redirects, reads no bodies, and connects to no private addresses
 * unless they are allowed.
 */
export function createPost(allowPrivate: boolean): Post {
  return ({ url, headers, body }) =>
    new Promise((resolve, reject) => {
      const agent = useAgent(url, { allowPrivateIPAddress: allowPrivate })
      const request = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
      const signal = AbortSignal.timeout(requestTimeout)
      const sent = request(url, { method: 'POST', headers, agent, signal }, response => {
        const { statusCode = 0 } = response
        const seconds = Number(response.headers['retry-after'])
        response.destroy()
        resolve({ status: statusCode, retryAfter: seconds > 0 ? seconds * 1_000 : null })
      })
      sent.on('error', reject)
      sent.end(body)
    })
}

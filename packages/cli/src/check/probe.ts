import type { FlowClient, Version } from '@flow-query/core'
import { fieldsOf } from '../fields.js'

/** An answer as it came, before anybody makes sense of it. */
export interface Answer {
  url: string
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined where it is no JSON. */
  body: unknown
  /** The body's own, where it is a node's error. */
  code: number | null
  message: string
}

export type Get = (path: string, init?: RequestInit) => Promise<Answer>

/** Sends plain requests below `base`, each under a deadline; nothing is sent again and no redirect is followed. */
export function createProbe(base: string, timeout: number, signal: AbortSignal): Get {
  return async (path, init) => {
    const url = `${base}${path}`
    const deadline = AbortSignal.timeout(timeout)
    try {
      const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.any([signal, deadline]) })
      const text = await response.text()
      const body = parsed(text)
      const { code, message } = fieldsOf(body)
      return {
        url,
        status: response.status,
        headers: response.headers,
        text,
        body,
        code: typeof code === 'number' ? code : null,
        message: typeof message === 'string' ? message : '',
      }
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted) throw new Unanswered(`no answer within ${timeout} ms`)
      throw new Unanswered(whyNot(error))
    }
  }
}

/** Nothing came back. */
export class Unanswered extends Error {}

/** What a step may ask, once the node is found. */
export interface Node {
  /** Paths are relative to the version: `flows?pagination.limit=1`. */
  get: Get
  client: FlowClient
  version: Version
  /** Of the answers so far; null where they do not tell. */
  height: number | null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function whyNot(error: unknown): string {
  const { cause } = error as Error
  const { code, message } = fieldsOf(cause)
  if (code === 'ECONNREFUSED') return 'nobody listens there (connection refused)'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host'
  return String(message || code || (error as Error).message)
}

import type { FlowClient, Version } from '@flow-query/core'
import { readText } from '@flow-query/core/parts/request'
import { fieldsOf } from '../fields.js'

export interface Answer {
  url: string
  status: number
  headers: Headers
  text: string
  body: unknown
  code: number | null
  message: string
}

export type Get = (path: string, init?: RequestInit) => Promise<Answer>

export interface ProbeOptions {
  timeout: number
  signal: AbortSignal
  fetch: typeof fetch
}

/** Most responses have a few flows. */
const longestAnswer = 16_000_000

/** It doesn't retry or follow redirects. */
export function createProbe(base: string, { timeout, signal, fetch }: ProbeOptions): Get {
  return async (path, init) => {
    const url = `${base}${path}`
    const deadline = AbortSignal.timeout(timeout)
    try {
      const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.any([signal, deadline]) })
      const text = await readText(response, longestAnswer)
      if (text === null) throw new Unanswered(`a response of more than ${longestAnswer / 1_000_000} MB`)
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
      if (error instanceof Unanswered) throw error
      if (deadline.aborted) throw new Unanswered(`no response within ${timeout} ms`)
      throw new Unanswered(causeOf(error))
    }
  }
}

export class Unanswered extends Error {}

export interface Node {
  /** Paths are relative to the version: `flows?pagination.limit=1`. */
  get: Get
  client: FlowClient
  version: Version
  /** The block height in the first response, or null if it has none. */
  height: number | null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function causeOf(error: unknown): string {
  const { cause } = error as Error
  const { code, message } = fieldsOf(cause)
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host was not found'
  return String(message || code || (error as Error).message)
}

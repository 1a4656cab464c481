import type { AnyMessage } from '@flow-query/core'
import { rulesOf } from '@flow-query/rules'
import { messagesIn, nameOf } from '../messages.js'

export interface PacketResult {
  result: 'executed' | 'failed'
  code: number | null
}

export interface Results {
  find: (hash: string) => Promise<PacketResult | undefined>
}

/** The error codes to try are those up to this one and the code of a message that panics. */
const highestCode = 1_000
const panicCode = 111_222

export function createResults(messages: readonly AnyMessage[]): Results {
  const known = new Map<string, PacketResult>()
  const unhashed = acknowledgements(messages)

  async function hashMore(): Promise<boolean> {
    const batch = Array.from({ length: 100 }, () => unhashed.next().value).filter(next => next !== undefined)
    await Promise.all(batch.map(async ({ text, ...result }) => known.set(await sha256(text), result)))
    return batch.length > 0
  }

  return {
    async find(hash) {
      // Browsers only hash on pages with HTTPS.
      if (!globalThis.crypto?.subtle) return undefined
      while (!known.has(hash) && (await hashMore()));
      return known.get(hash)
    },
  }
}

/** Returns all predictable acknowledgements, in both formats, with and without relayer fees. */
function* acknowledgements(messages: readonly AnyMessage[]): Generator<PacketResult & { text: string }, undefined> {
  const success = successOf(messages)
  if (success !== undefined) yield* inBothFormats(success, { result: 'executed', code: null })
  for (let code = 1; code <= highestCode; code++) yield* inBothFormats(errorOf(code), { result: 'failed', code })
  yield* inBothFormats(errorOf(panicCode), { result: 'failed', code: panicCode })
  return undefined
}

function* inBothFormats(text: string, result: PacketResult) {
  const isSuccess = result.result === 'executed'
  yield { ...result, text }
  yield {
    ...result,
    text: `{"app_acknowledgement":"${btoa(text)}","forward_relayer_address":"","underlying_app_success":${isSuccess}}`,
  }
}

function errorOf(code: number): string {
  return `{"error":"ABCI code: ${code}: error handling packet: see events for details"}`
}

/** Returns undefined if the acknowledgement depends on the responses of the messages. */
function successOf(messages: readonly AnyMessage[]): string | undefined {
  let responses = ''
  for (const message of messages) {
    const response = responseOf(message)
    if (response === undefined) return undefined
    responses += field(2, field(1, `${message['@type']}Response`) + (response && field(2, response)))
  }
  return `{"result":"${btoa(responses)}"}`
}

function responseOf(message: AnyMessage): string | undefined {
  const { response } = rulesOf(message)
  if (response && Object.keys(response).length === 0) return ''
  if (nameOf(message) !== 'MsgExec') return undefined
  const inner = messagesIn(message, 0).map(responseOf)
  return inner.every(response => response === '') ? inner.map(() => field(1, '')).join('') : undefined
}

function field(number: number, bytes: string): string {
  return String.fromCharCode(number * 8 + 2, ...varint(bytes.length)) + bytes
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
}

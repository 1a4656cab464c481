import type { FlowClient } from '../client.js'
import { FlowQueryError, safely } from '../errors.js'
import { withTimeout } from '../request/deadline.js'
import { inOrderOfPreference } from '../request/endpoint.js'
import type { Flow } from '../types.js'
import { decodeSnapshotBlock, decodeSnapshotHeader, invalidSnapshot, type SnapshotHeader } from './snapshot-format.js'

export interface Snapshot extends SnapshotHeader {
  readonly blocks: AsyncIterable<Flow[]>
}

export interface SnapshotRequest {
  owner: string | undefined
  known: { height: number; chainId: string } | undefined
  signal: AbortSignal
}

export function gatewayOf({ settings }: FlowClient): string | undefined {
  const [preferred] = inOrderOfPreference(settings.endpoints)
  return preferred?.isGateway ? preferred.url : undefined
}

export async function requestSnapshot(
  gateway: string,
  { settings }: FlowClient,
  { owner, known, signal }: SnapshotRequest,
): Promise<Snapshot> {
  const { fetch = globalThis.fetch, timeout, maxBodyBytes, onResponse } = settings
  const parameters = new URLSearchParams({
    ...(owner !== undefined && { owner }),
    ...(known && { since: `${known.height}`, chain: known.chainId }),
  })
  const url = `${gateway}/flow-query/collection${parameters.size > 0 ? `?${parameters}` : ''}`
  const timeoutError = () => new FlowQueryError('timeout', 'The snapshot timed out')
  const broken = (cause: unknown) => {
    throw new FlowQueryError('network', 'The snapshot could not be read', { cause })
  }
  /** The whole download can take longer than the timeout, but each of its parts can't. */
  const inTime: InTime = work => withTimeout(timeout, signal, timeoutError, signal => work(signal).catch(broken))

  const began = performance.now()
  const response = await inTime(async signal => fetch(url, { signal }))
  const durationMs = Math.round(performance.now() - began)
  const query = owner === undefined ? 'flows' : 'flowsForOwner'
  safely(() => onResponse?.({ query, url, status: response.status, height: null, durationMs }))
  const lines = linesOf(response, inTime, maxBodyBytes)
  try {
    if (!response.ok) throw new FlowQueryError('node', 'The gateway has no snapshot')
    const { fields, ...header } = decodeSnapshotHeader((await lines.next()).value ?? '')
    return { ...header, blocks: flowsIn(fields, lines) }
  } catch (error) {
    await lines.return()
    throw error
  }
}

type InTime = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>

async function* linesOf(response: Response, inTime: InTime, longest: number): AsyncGenerator<string, void, undefined> {
  // Some custom `fetch` functions don't support streams, and jsdom in Jest has no `TextDecoder`.
  if (!response.body || !globalThis.TextDecoder) {
    yield* (await inTime(() => response.text())).split('\n').filter(line => line !== '')
    return
  }
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await inTime(() => reader.read())
      if (done) break
      const [end = '', ...lines] = decoder.decode(value, { stream: true }).split('\n')
      text += end
      for (const line of lines) {
        yield text
        text = line
      }
      if (text.length > longest) throw invalidSnapshot()
    }
    if (text !== '') throw invalidSnapshot()
  } finally {
    reader.cancel().catch(() => {})
  }
}

const longestTask = 25

async function* flowsIn(fields: readonly string[], lines: AsyncIterable<string>): AsyncGenerator<Flow[]> {
  let last = 0
  let begin = performance.now()
  for await (const line of lines) {
    const flows = decodeSnapshotBlock(fields, line)
    for (const { id } of flows) {
      if (!(Number(id) > last)) throw invalidSnapshot()
      last = Number(id)
    }
    yield flows
    if (performance.now() - begin < longestTask) continue
    await new Promise(resolve => setTimeout(resolve))
    begin = performance.now()
  }
}

import type { FlowClient } from '../client.js'
import { FlowQueryError, isFlowQueryError, safely } from '../errors.js'
import { withTimeout } from '../request/deadline.js'
import { inOrderOfPreference } from '../request/endpoint.js'
import { TextReader } from '../request/get.js'
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
    throw isFlowQueryError(cause) ? cause : new FlowQueryError('network', 'The snapshot could not be read', { cause })
  }
  /** The whole download can take longer than the timeout, but the response and each of its lines can't. */
  const inTime: InTime = work => withTimeout(timeout, signal, timeoutError, signal => work(signal).catch(broken))

  const began = performance.now()
  const response = await inTime(async signal => fetch(url, { signal }))
  const durationMs = Math.round(performance.now() - began)
  const query = owner === undefined ? 'flows' : 'flowsForOwner'
  safely(() => onResponse?.({ query, url, status: response.status, height: null, durationMs }))
  const longestLine = Math.min(maxBodyBytes, mostBytesOfLine)
  const limits = { line: longestLine, bytes: longestLine }
  const lines = linesOf(new TextReader(response), inTime, limits)
  try {
    if (!response.ok) throw new FlowQueryError('node', 'The gateway has no snapshot')
    const { fields, ...header } = decodeSnapshotHeader((await lines.next()).value ?? '')
    if (header.total > mostFlows) throw invalidSnapshot()
    limits.bytes = Math.min(longestLine + mostBytesPerFlow * header.total, mostBytes)
    return { ...header, blocks: flowsIn(fields, lines, header.total) }
  } catch (error) {
    await lines.return()
    throw error
  }
}

type InTime = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>

const mostFlows = 1_000_000
const mostBytesOfLine = 8_000_000
/** On average. Most flows take a few hundred bytes. */
const mostBytesPerFlow = 4_000
const mostBytes = 256_000_000

interface Limits {
  readonly line: number
  bytes: number
}

/** Throws if the snapshot exceeds a limit, because any node can claim to be a gateway. The pages are read instead. */
async function* linesOf(reader: TextReader, inTime: InTime, limits: Limits): AsyncGenerator<string, void, undefined> {
  const complete: string[] = []
  let text = ''

  async function nextLine(): Promise<string | undefined> {
    while (complete.length === 0) {
      const part = await reader.read()
      if (part === undefined) {
        if (text !== '') throw invalidSnapshot()
        return undefined
      }
      const [end = '', ...lines] = part.split('\n')
      text += end
      for (const line of lines) {
        complete.push(text)
        text = line
      }
      if (text.length > limits.line || reader.bytes > limits.bytes) throw invalidSnapshot()
    }
    return complete.shift()
  }

  try {
    for (;;) {
      const line = await inTime(nextLine)
      if (line === undefined) return
      yield line
    }
  } finally {
    reader.cancel()
  }
}

const longestTask = 25

async function* flowsIn(
  fields: readonly string[],
  lines: AsyncIterable<string>,
  total: number,
): AsyncGenerator<Flow[]> {
  let last = 0
  let count = 0
  let begin = performance.now()
  for await (const line of lines) {
    const flows = decodeSnapshotBlock(fields, line, total - count)
    count += flows.length
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

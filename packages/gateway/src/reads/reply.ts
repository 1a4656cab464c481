import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FlowQueryError } from '@flow-query/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '../problems.js'
import { heightHeader, type RawResponse } from '../raw-response.js'
import { acceptedEncoding, type Compression } from './encodings.js'
import { type CachedRead, type Entry, vary } from './entries.js'

const staleHeader = 'x-flow-query-stale'
export const gatewayHeader = 'flow-query-gateway'

export const exposedHeaders = ['age', 'etag', 'retry-after', heightHeader, staleHeader, gatewayHeader]

const leastCompressed = 1_024

const compressors: Readonly<Record<Compression, (body: Buffer) => Promise<Buffer>>> = {
  br: body => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: body => promisify(gzip)(body),
}

export function sendEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: Entry,
  isStale: boolean,
): undefined | Promise<FastifyReply> {
  const { raw, etag } = entry
  const age = `${Math.max(0, Math.floor((Date.now() - entry.storedAt) / 1_000))}`
  reply.headers(entry.headers).header('age', age)
  if (isStale) reply.header('cache-control', 'no-store').header(staleHeader, age)
  if (isKnown(request.headers['if-none-match'], etag)) return void reply.code(304).send()
  reply.code(raw.status).header('content-type', raw.contentType).header('x-content-type-options', 'nosniff')
  // Nodes ignore the header, so a client that accepts no encoding gets the plain body too.
  const encoding = acceptedEncoding(request.headers['accept-encoding']) ?? 'identity'
  const isCompressed = encoding !== 'identity' && raw.body.length >= leastCompressed
  if (isCompressed) return sendCompressed(reply, entry, encoding)
  reply.send(raw.body)
  return undefined
}

async function sendCompressed(
  reply: FastifyReply,
  { raw, encoded }: Entry,
  encoding: Compression,
): Promise<FastifyReply> {
  const body = encoded.get(encoding) ?? compressors[encoding](raw.body)
  encoded.set(encoding, body)
  return reply.header('content-encoding', encoding).send(await body)
}

export function sendError(reply: FastifyReply, error: FlowQueryError, raw: RawResponse | undefined): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', vary })
  if (!raw) {
    if (error.kind === 'rateLimited') return sendProblem(reply.header('retry-after', 1), 503, 8, error.message)
    if (error.kind === 'tooLarge') return sendProblem(reply, 502, 8, 'the response of the node is too large')
    return sendProblem(reply, error.kind === 'timeout' ? 504 : 502, 14, 'no node responded, try again later')
  }
  if (raw.retryAfter !== null) reply.header('retry-after', raw.retryAfter)
  if (raw.height !== undefined) reply.header(heightHeader, `${raw.height}`)
  reply.header('x-content-type-options', 'nosniff')
  return reply.code(raw.status).type(raw.contentType).send(raw.body)
}

export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch
    .split(',')
    .some(known => known.trim() === '*' || known.trim().replace(/^W\//, '') === etag.slice(2))
}

export function requestedHeight({ headers }: FastifyRequest): CachedRead['height'] | null {
  const text = headers['x-cosmos-block-height'] ?? headers[heightHeader]
  if (text === undefined) return undefined
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) return null
  return Number(text) || undefined
}

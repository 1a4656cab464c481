import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Encoding } from '../reads/reply.js'

const brotliQuality = 5

/** Compresses lines one after another, so that other requests are served in between. */
export function compress(lines: Iterable<string>, size: number, encoding: Encoding): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: size }
  const compressor = encoding === 'br' ? createBrotliCompress({ params }) : createGzip()
  return pipeline(Readable.from(lines), compressor, buffer)
}

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Encoding } from '../reads/reply.js'

/** Higher qualities take twice the time and save less than 6%. */
const brotliQuality = 5

/**
 * Compresses lines one after another, so that other requests are served meanwhile.
 *
 * @param size the approximate size of all lines, in bytes. Without it, Brotli optimizes for short texts, which costs 10%
 */
export function compress(lines: Iterable<string>, size: number, encoding: Encoding): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: size }
  const compressor = encoding === 'br' ? createBrotliCompress({ params }) : createGzip()
  return pipeline(Readable.from(lines), compressor, buffer)
}

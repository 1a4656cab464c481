import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Encoding } from '../reads/reply.js'

/** Higher qualities take twice the time and save less than 6%. */
const brotliQuality = 5

/** Compresses lines one after another, so that other requests are served meanwhile. */
export function compress(lines: Iterable<string>, encoding: Encoding): Promise<Buffer> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : createGzip()
  return buffer(Readable.from(lines).pipe(compressor))
}

import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Encoding } from '../reads/encodings.js'

const brotliQuality = 5

/** Encodes lines one after another, so that other requests are served in between. */
export function encode(lines: Iterable<string>, size: number, encoding: Encoding): Promise<Buffer> {
  return pipeline(Readable.from(inTurns(lines)), encoderFor(encoding, size), buffer)
}

async function* inTurns(lines: Iterable<string>): AsyncGenerator<string> {
  for (const line of lines) {
    yield line
    await setImmediate()
  }
}

function encoderFor(encoding: Encoding, size: number) {
  if (encoding === 'identity') return new PassThrough()
  if (encoding === 'gzip') return createGzip()
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: size }
  return createBrotliCompress({ params })
}

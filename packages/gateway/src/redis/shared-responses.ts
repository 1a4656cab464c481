import { createHash, randomUUID } from 'node:crypto'
import type { RawResponse } from '../raw-response.js'
import { connectRedis, type RedisObserver } from './connection.js'

interface SharedResponse {
  readonly raw: RawResponse
  readonly requestedAt: number
}

export interface Claim {
  readonly isLocked: boolean
  readonly share: (raw: RawResponse) => void
  readonly release: () => void
}

/** The responses that all instances of a gateway share, so that only one of them requests each response from a node. */
export interface SharedResponses {
  readonly find: <Accepted>(
    key: string,
    accept: (response: SharedResponse) => Accepted | undefined,
  ) => Promise<{ readonly accepted: Accepted } | Claim>
  readonly close: () => void
}

const longestCommand = 250
const lockTime = 2_000
const longestWait = 1_000
const waitInterval = 15
const lifetime = 60_000
const longestBody = 4_000_000
const longestValue = longestBody + 10_000

// Keys can contain anything, because other programs and other versions can write to the same Redis. Invalid ones are replaced.
const findScript = `
local time = redis.call('TIME')
local size = redis.pcall('HSTRLEN', KEYS[1], 'value')
local isValid = type(size) == 'number' and size <= tonumber(ARGV[1])
return { time[1] * 1000000 + time[2], isValid and redis.call('HGET', KEYS[1], 'value') }
`
const claimScript = `
local left = redis.call('PTTL', KEYS[1])
if left == -1 or left > tonumber(ARGV[2]) then redis.call('DEL', KEYS[1]) end
return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') and 1 or 0
`
const readStored = `
local stored = redis.pcall('HGET', KEYS[1], 'height')
local height = type(stored) == 'string' and tonumber(stored)
local left = redis.call('PTTL', KEYS[1])
`
const shareScript = `${readStored}
if not height or height <= tonumber(ARGV[2]) or left == -1 or left > tonumber(ARGV[4]) then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'height', ARGV[2], 'value', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
if redis.pcall('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
`
const releaseScript = `
if redis.pcall('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`

const noClaim: Claim = { isLocked: false, share: () => {}, release: () => {} }

/** Shares nothing until the ID of the chain is known. */
export function shareResponses(
  url: string,
  chainId: () => string | undefined,
  observer: Partial<RedisObserver> = {},
): SharedResponses {
  const { run, attempt, close } = connectRedis(url, longestCommand, observer)

  async function look(key: string): Promise<{ redisNow: number; response: SharedResponse | undefined } | undefined> {
    const sentAt = Date.now()
    const found = await run(findScript, [key], longestValue)
    const [time, value] = Array.isArray(found) ? found : []
    const redisNow = Number(time) / 1_000
    if (!Number.isFinite(redisNow)) throw new Error('Redis returned an invalid time.')
    const decoded = Buffer.isBuffer(value) ? decode(key, value) : undefined
    const age = decoded ? redisNow - decoded.requestedAt : Number.NaN
    if (!decoded || !(age >= 0)) return { redisNow, response: undefined }
    return { redisNow, response: { raw: decoded.raw, requestedAt: sentAt - age } }
  }

  return {
    async find(target, accept) {
      const chain = chainId()
      if (chain === undefined) return noClaim
      const key = `flow-query:gateway:1:${chain}:${createHash('sha256').update(target).digest('base64url')}`
      const lock = `${key}:lock`
      const token = randomUUID()
      const deadline = performance.now() + longestWait
      const result = await attempt(async () => {
        while (performance.now() < deadline) {
          const found = await look(key)
          const accepted = found?.response && accept(found.response)
          if (accepted !== undefined) return { accepted }
          const isLocked = (await run(claimScript, [lock], token, lockTime)) !== 1
          // The time is from before the request, so a response never seems newer than it is.
          if (!isLocked) return { redisNow: found?.redisNow ?? 0 }
          await new Promise(resolve => setTimeout(resolve, waitInterval))
        }
        return undefined
      })
      if (!result) return noClaim
      if ('accepted' in result) return { accepted: result.accepted as NonNullable<typeof result.accepted> }
      const release = () => void attempt(() => run(releaseScript, [lock], token))
      return {
        isLocked: true,
        release,
        share(raw) {
          if (raw.height === undefined || raw.body.length > longestBody) return release()
          const value = encode(key, { raw, requestedAt: result.redisNow })
          if (value.length > longestValue) return release()
          void attempt(() => run(shareScript, [key, lock], token, raw.height ?? 0, value, lifetime))
        },
      }
    },
    close,
  }
}

interface Stored {
  readonly raw: RawResponse
  readonly requestedAt: number
}

/** The checksum covers the key, so that a value of another key is not accepted. */
function checksum(key: string, header: string, body: Buffer): string {
  return createHash('sha256').update(key).update(header).update(body).digest('base64url')
}

export function encode(key: string, { raw: { body, ...rest }, requestedAt }: Stored): Buffer {
  const header = JSON.stringify({ ...rest, requestedAt })
  return Buffer.concat([Buffer.from(`${checksum(key, header, body)}\n${header}\n`), body])
}

export function decode(key: string, value: Buffer): Stored | undefined {
  const afterChecksum = value.indexOf('\n')
  const afterHeader = value.indexOf('\n', afterChecksum + 1)
  if (afterChecksum < 0 || afterHeader < 0) return undefined
  const header = value.toString('utf8', afterChecksum + 1, afterHeader)
  const body = value.subarray(afterHeader + 1)
  if (value.toString('utf8', 0, afterChecksum) !== checksum(key, header, body)) return undefined
  const { requestedAt, ...rest } = Object(JSON.parse(header))
  return isHeader(rest) && typeof requestedAt === 'number' ? { raw: { ...rest, body }, requestedAt } : undefined
}

/** Another version of the gateway can store other fields. */
function isHeader(fields: Record<string, unknown>): fields is Omit<RawResponse, 'body'> & Record<string, unknown> {
  const { node, status, contentType, retryAfter, height } = fields
  const isSuccess = typeof status === 'number' && status >= 200 && status < 300
  const areTexts = typeof node === 'string' && typeof contentType === 'string'
  return (
    isSuccess && areTexts && (retryAfter === null || typeof retryAfter === 'string') && Number.isSafeInteger(height)
  )
}

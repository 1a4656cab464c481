import { createHash, randomUUID } from 'node:crypto'
import type { RawResponse } from '../reads/upstream.js'
import { connectRedis } from './connection.js'

/** A response that another instance received from a node. */
interface SharedResponse {
  readonly raw: RawResponse
  /** When the request to the node was sent, in milliseconds since 1970. It can be too early, but not too late. */
  readonly requestedAt: number
}

/** The permission to ask a node. Call one of the functions after its response. */
export interface Claim {
  /** Whether other instances wait for the response. */
  readonly isLocked: boolean
  /** Shares the response. A response from an earlier block than the shared one is ignored. */
  readonly share: (raw: RawResponse) => void
  /** Lets other instances ask a node. Call it if the request has failed. */
  readonly release: () => void
}

/** The responses that the instances of a gateway share, so that one of them asks the nodes for all. */
export interface SharedResponses {
  /**
   * Passes the shared response to `accept`, and returns its result. If there is no shared response, or `accept` returns undefined,
   * the caller gets permission to ask a node. While another instance asks, it waits for the response of that instance, but not long.
   */
  readonly find: <Accepted>(
    key: string,
    accept: (response: SharedResponse) => Accepted | undefined,
  ) => Promise<{ readonly accepted: Accepted } | Claim>
  /** Sets the chain of the responses. Until then, no responses are shared. */
  readonly useChain: (chainId: string) => void
  readonly close: () => void
}

/** Redis counts as failed if it takes longer than this, in milliseconds. */
const longestCommand = 250
/** How long other instances let one instance ask the nodes, in milliseconds. */
const lockTime = 2_000
/** How long a request waits for the response of another instance, in milliseconds. */
const longestWait = 1_000
/** Milliseconds until a waiting request looks for the response again. */
const waitInterval = 15
/** How long a response is kept, in milliseconds. */
const lifetime = 60_000
/** Larger responses aren't shared, in bytes. */
const longestBody = 4_000_000

/** Returns the clock of Redis in microseconds, and the response. */
const findScript = `
local time = redis.call('TIME')
return { time[1] * 1000000 + time[2], redis.call('HGET', KEYS[1], 'value') }
`
/**
 * Stores a response unless the stored one is from a later block, and releases the lock. A late writer can neither replace newer data nor
 * release the lock of another instance.
 */
const shareScript = `
local height = redis.call('HGET', KEYS[1], 'height')
if not height or tonumber(height) <= tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], 'height', ARGV[2], 'value', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
`
const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`

const noClaim: Claim = { isLocked: false, share: () => {}, release: () => {} }

/**
 * Shares responses through Redis. Its failures are never visible: if Redis doesn't respond in time, an instance asks the nodes itself.
 *
 * Nothing that Redis returns is trusted: a response counts only if its checksum is right, and if it contains all changes that this
 * instance knows about. So an instance never serves a response from Redis that it wouldn't serve from its own memory.
 */
export function shareResponses(url: string, onError: (error: Error) => void = () => {}): SharedResponses {
  const { redis, run, attempt } = connectRedis(url, longestCommand, onError)
  let prefix: string | undefined

  /** Returns the clock of Redis in milliseconds, and the response. */
  async function look(key: string): Promise<{ redisNow: number; response: SharedResponse | undefined } | undefined> {
    const sentAt = Date.now()
    const found = await run(findScript, [key])
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
      const chain = prefix
      if (chain === undefined) return noClaim
      const key = `${chain}${createHash('sha256').update(target).digest('base64url')}`
      const lock = `${key}:lock`
      const token = randomUUID()
      const deadline = performance.now() + longestWait
      const result = await attempt(async () => {
        while (performance.now() < deadline) {
          const found = await look(key)
          const accepted = found?.response && accept(found.response)
          if (accepted !== undefined) return { accepted }
          const isLocked = (await redis.set(lock, token, 'PX', lockTime, 'NX')) !== 'OK'
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
          void attempt(() => run(shareScript, [key, lock], token, raw.height ?? 0, value, lifetime))
        },
      }
    },
    useChain(chainId) {
      prefix = `flow-query:gateway:1:${chainId}:`
    },
    close() {
      prefix = undefined
      redis.disconnect()
    },
  }
}

interface Stored {
  readonly raw: RawResponse
  /** By the clock of Redis, in milliseconds since 1970. */
  readonly requestedAt: number
}

/** The checksum covers the key, so that a value of another key is not accepted. */
function checksum(key: string, header: string, body: Buffer): string {
  return createHash('sha256').update(key).update(header).update(body).digest('base64url')
}

/** A stored response is its checksum, a line of JSON, and the body. */
export function encode(key: string, { raw: { body, ...rest }, requestedAt }: Stored): Buffer {
  const header = JSON.stringify({ ...rest, requestedAt })
  return Buffer.concat([Buffer.from(`${checksum(key, header, body)}\n${header}\n`), body])
}

/** Returns undefined if the value was not written by {@link encode} for this key. */
export function decode(key: string, value: Buffer): Stored | undefined {
  const afterChecksum = value.indexOf('\n')
  const afterHeader = value.indexOf('\n', afterChecksum + 1)
  if (afterChecksum < 0 || afterHeader < 0) return undefined
  const header = value.toString('utf8', afterChecksum + 1, afterHeader)
  const body = value.subarray(afterHeader + 1)
  if (value.toString('utf8', 0, afterChecksum) !== checksum(key, header, body)) return undefined
  const { requestedAt, ...rest } = JSON.parse(header)
  return { raw: { ...rest, body }, requestedAt }
}

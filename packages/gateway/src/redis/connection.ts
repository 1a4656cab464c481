import { Redis } from 'ioredis'

const pause = 1_000

export interface RedisObserver {
  readonly onFailure: (reason: string) => void
  readonly onSuccess: () => void
}

export function connectRedis(url: string, timeout: number, { onFailure, onSuccess }: Partial<RedisObserver>) {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: timeout,
    connectTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: attempt => Math.min(100 * 2 ** attempt, 5_000),
  })
  redis.on('error', (error: Error) => onFailure?.(reasonOf(error, timeout)))
  let pausedUntil = 0

  return {
    run(script: string, keys: readonly string[], ...args: (string | number | Buffer)[]): Promise<unknown> {
      return redis.callBuffer('EVAL', script, keys.length, ...keys, ...args)
    },
    async attempt<Result>(use: () => Promise<Result>): Promise<Result | undefined> {
      if (redis.status !== 'ready' || performance.now() < pausedUntil) return undefined
      try {
        const result = await use()
        onSuccess?.()
        return result
      } catch (error) {
        // Reports one error per pause, because all other pending commands fail too.
        if (performance.now() < pausedUntil) return undefined
        pausedUntil = performance.now() + pause
        onFailure?.(reasonOf(error as Error, timeout))
        // Reconnects, because late responses would delay later ones. A server that hangs doesn't close the connection.
        redis.stream.destroy()
        return undefined
      }
    },
    close(): void {
      redis.disconnect()
      redis.stream?.destroy()
    },
  }
}

/** If a host name has several addresses, Node reports their errors together, without a message. */
function reasonOf(error: Error, timeout: number): string {
  if (error instanceof AggregateError) return error.errors.map(one => reasonOf(one, timeout)).join(', ')
  return error.message === 'Command timed out' ? `it did not respond within ${timeout} ms` : error.message
}

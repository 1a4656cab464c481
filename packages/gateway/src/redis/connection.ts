import { Redis } from 'ioredis'

const pause = 1_000

export function connectRedis(url: string, timeout: number, onError: (error: Error) => void) {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: timeout,
    connectTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: attempt => Math.min(100 * 2 ** attempt, 5_000),
  })
  redis.on('error', onError)
  let pausedUntil = 0

  return {
    redis,
    run(script: string, keys: readonly string[], ...args: (string | number | Buffer)[]): Promise<unknown> {
      return redis.callBuffer('EVAL', script, keys.length, ...keys, ...args)
    },
    async attempt<Result>(use: () => Promise<Result>): Promise<Result | undefined> {
      if (redis.status !== 'ready' || performance.now() < pausedUntil) return undefined
      try {
        return await use()
      } catch (error) {
        // Reports one error per pause, because all other pending commands fail too.
        if (performance.now() < pausedUntil) return undefined
        pausedUntil = performance.now() + pause
        onError(error as Error)
        // Opens a new connection, because late responses would delay later ones.
        if (redis.status === 'ready') redis.disconnect(true)
        return undefined
      }
    },
  }
}

import { onAbort } from '../request/deadline.js'

export interface Limiter {
  run: <Result>(signal: AbortSignal, request: () => Promise<Result>) => Promise<Result>
}

/** If a waiting request is aborted, it is never sent. */
export function createLimiter(limit: number): Limiter {
  const waiting = new Set<() => void>()
  let running = 0

  function slot(signal: AbortSignal): Promise<void> {
    if (running < limit) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        stopListening()
        resolve()
      }
      const stopListening = onAbort(signal, reason => {
        waiting.delete(start)
        stopListening()
        reject(reason)
      })
      waiting.add(start)
    })
  }

  function release(): void {
    const [next] = waiting
    if (!next) {
      running--
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async run(signal, request) {
      signal.throwIfAborted()
      await slot(signal)
      try {
        return await request()
      } finally {
        release()
      }
    },
  }
}

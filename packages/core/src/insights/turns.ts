/** Lets so many be under way at once, and the others wait for their turn, in the order in which they came. */
export interface Turns {
  take: <Answer>(signal: AbortSignal, ask: () => Promise<Answer>) => Promise<Answer>
}

export function createTurns(most: number): Turns {
  const waiting = new Set<() => void>()
  let underWay = 0

  /** @throws the signal's reason, when it is aborted before the turn has come */
  function turn(signal: AbortSignal): Promise<void> {
    if (underWay < most) {
      underWay++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      waiting.add(resolve)
      const leave = () => {
        if (waiting.delete(resolve)) reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  function pass(): void {
    const [next] = waiting
    if (!next) {
      underWay--
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async take(signal, ask) {
      signal.throwIfAborted()
      await turn(signal)
      try {
        return await ask()
      } finally {
        pass()
      }
    },
  }
}

/** Runs async functions one at a time, so that lines appear in the order of their events. */
export interface Queue {
  push: (work: () => Promise<void>) => boolean
}

export interface QueueOptions {
  limit: number
  /** When it aborts, the queue drops all waiting functions and reports nothing. */
  signal: AbortSignal
  /** The next function still runs. */
  onError: (error: unknown) => void
  /** Called with the number of dropped functions, at their position in the queue. */
  onDropped: (count: number) => void
}

export function createQueue({ limit, signal, onError, onDropped }: QueueOptions): Queue {
  const waiting: (() => Promise<void>)[] = []
  let dropped = 0
  let isRunning = false

  async function reportDropped(): Promise<void> {
    const count = dropped
    dropped = 0
    onDropped(count)
  }

  async function run(): Promise<void> {
    isRunning = true
    for (let work = waiting.shift(); work && !signal.aborted; work = waiting.shift()) {
      try {
        await work()
      } catch (error) {
        if (!signal.aborted) onError(error)
      }
    }
    waiting.length = 0
    isRunning = false
  }

  return {
    push(work) {
      if (signal.aborted) return false
      const isAccepted = waiting.length < limit && dropped === 0
      if (isAccepted) waiting.push(work)
      else if (dropped++ === 0) waiting.push(reportDropped)
      if (!isRunning) void run()
      return isAccepted
    },
  }
}

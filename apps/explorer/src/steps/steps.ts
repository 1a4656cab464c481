/** A computation that pauses between short steps, so that it can be spread over several frames. */
export type Steps<Result> = Generator<void, Result, void>

/** Runs computations over many flows without blocking the page. Only one of them runs at a time. */
export interface Stepper<Result> {
  /**
   * Starts a computation. If it takes only a few milliseconds, it is finished when this function returns. The result of a longer
   * computation is delivered in a separate task, because the page renders it.
   *
   * A computation for another question, such as a changed search text, replaces the running one. A computation for the same question
   * waits until the running one and its pause are over. Otherwise, a list that changes all the time would never be finished.
   */
  run: (question: unknown, steps: Steps<Result>) => void
  stop: () => void
}

/** The duration of a slice in milliseconds. It is shorter than a frame. */
const sliceTime = 8

/** @param rest the pause after a long computation, as a multiple of its duration */
export function createStepper<Result>(onResult: (result: Result) => void, rest = 0): Stepper<Result> {
  let running: Steps<Result> | undefined
  let runningQuestion: unknown
  let waiting: Steps<Result> | undefined
  let began = 0

  function start(steps: Steps<Result>): void {
    running = steps
    waiting = undefined
    began = performance.now()
    runSlice(steps, true)
  }

  function runSlice(steps: Steps<Result>, isFirst: boolean): void {
    const end = performance.now() + sliceTime
    while (running === steps) {
      const step = nextStep(steps)
      if (step.done) {
        const { value } = step
        if (isFirst) finish(steps, value, 0)
        else afterFrame(() => finish(steps, value, rest * (performance.now() - began)))
        return
      }
      if (performance.now() >= end) {
        afterFrame(() => runSlice(steps, false))
        return
      }
    }
  }

  /** After an error, the computation is over, so that the next one can start. */
  function nextStep(steps: Steps<Result>): IteratorResult<void, Result> {
    try {
      return steps.next()
    } catch (error) {
      startWaiting(steps)
      throw error
    }
  }

  function finish(steps: Steps<Result>, result: Result, pause: number): void {
    if (running !== steps) return
    try {
      // This can start another computation.
      onResult(result)
    } finally {
      if (pause > 0) setTimeout(startWaiting, pause, steps)
      else startWaiting(steps)
    }
  }

  function startWaiting(finished: Steps<Result>): void {
    if (running !== finished) return
    running = undefined
    if (waiting) start(waiting)
  }

  return {
    run(question, steps) {
      if (running && question === runningQuestion) {
        waiting = steps
        return
      }
      runningQuestion = question
      start(steps)
    },
    stop() {
      running = undefined
      waiting = undefined
    },
  }
}

/** Calls a function when the browser has handled input and painted. A timer would have a minimum delay of 4 milliseconds. */
export function afterFrame(callback: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    callback()
  }
  port2.postMessage(null)
}

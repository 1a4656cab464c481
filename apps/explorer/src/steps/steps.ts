/** A computation that pauses between short steps, so that it can be spread over several frames. */
export type Steps<Result> = Generator<void, Result, void>

/** Runs computations over many flows without blocking the page. Only one of them runs at a time. */
export interface Stepper<Result> {
  /**
   * Starts a computation. If it takes only a few milliseconds, it is finished when this function returns. The result of a longer
   * computation is delivered in a separate task, because the page renders it.
   *
   * A computation for another question, such as a changed search text, replaces the running one. A computation for the same question
   * waits until the running one has finished. Otherwise, a list that changes all the time would never be finished.
   */
  run: (question: unknown, steps: Steps<Result>) => void
  stop: () => void
}

/** The duration of a slice in milliseconds. It is shorter than a frame. */
const sliceTime = 8

export function createStepper<Result>(onResult: (result: Result) => void): Stepper<Result> {
  let running: Steps<Result> | undefined
  let runningQuestion: unknown
  let waiting: Steps<Result> | undefined

  function runSlice(steps: Steps<Result>, isFirst: boolean): void {
    const end = performance.now() + sliceTime
    while (running === steps) {
      const step = steps.next()
      if (step.done) {
        const { value } = step
        if (isFirst) finish(steps, value)
        else afterFrame(() => finish(steps, value))
        return
      }
      if (performance.now() >= end) {
        afterFrame(() => runSlice(steps, false))
        return
      }
    }
  }

  function finish(steps: Steps<Result>, result: Result): void {
    if (running !== steps) return
    const next = waiting
    running = next
    waiting = undefined
    // This can start another computation.
    onResult(result)
    if (next && running === next) runSlice(next, true)
  }

  return {
    run(question, steps) {
      if (running && question === runningQuestion) {
        waiting = steps
        return
      }
      runningQuestion = question
      running = steps
      waiting = undefined
      runSlice(steps, true)
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

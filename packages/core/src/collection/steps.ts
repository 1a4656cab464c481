/** A computation that pauses between short steps. Without a `next` call it does nothing, so you can stop it at any time. */
export type Steps<Result> = Generator<void, Result, void>

/** Runs all steps without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

import type { Steps } from '../src/steps/steps'

/** Runs all steps of a computation and returns its result. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

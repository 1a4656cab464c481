import type { Flow } from '@flow-query/core'
import { nextStatusChange } from '@flow-query/core/collection'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createStepper, type Steps } from './steps'

/**
 * Returns the newest result of a computation over many flows, or undefined before the first result. A long computation pauses between
 * frames, and the previous result is returned while it runs. The computation is repeated when one of the flows starts or ends.
 *
 * @param question a new value, such as new filters, cancels the running computation
 * @param start starts a computation at a time. Memoize this function
 */
export function useSteps<Result extends { flows: readonly Flow[] }>(
  question: unknown,
  start: (now: number) => Steps<Result>,
): Result | undefined {
  const [result, setResult] = useState<Result>()
  const now = useStatusTime(result?.flows ?? noFlows)
  const [stepper] = useState(() => createStepper<Result>(setResult))
  useLayoutEffect(() => () => stepper.stop(), [stepper])
  // A layout effect, so that the result of a short computation appears in the first frame.
  useLayoutEffect(() => stepper.run(question, start(now)), [stepper, question, start, now])
  return result
}

/** Returns a time that updates only when one of the flows starts or ends. */
function useStatusTime(flows: readonly Flow[]): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const change = nextStatusChange(flows, now)
    if (change === null) return
    const wait = Math.min(Math.max(change - Date.now(), 1_000), longestTimeout)
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [flows, now])
  return now
}

const noFlows: readonly Flow[] = []

/** The maximum delay of `setTimeout`. Browsers treat longer delays as 0. */
const longestTimeout = 2 ** 31 - 1

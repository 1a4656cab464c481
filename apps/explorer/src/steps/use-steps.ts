import type { ChainTime } from '@flow-query/core'
import { useLayoutEffect, useState } from 'react'
import { useTime } from '../time/use-chain-time'
import { createStepper, type Steps } from './steps'

/** On a large chain, flows change all the time. With this pause, the computations take at most a fifth of the time. */
const rest = 4

/**
 * Returns the newest result of a computation over many flows, or undefined before the first result. A long computation pauses between
 * frames, and the previous result is returned while it runs. The computation is repeated when one of the flows starts or ends.
 *
 * @param question a new value, such as new filters, cancels the running computation
 * @param start starts a computation with the newest block. Memoize this function
 */
export function useSteps<Result extends { nextStatusChange: number | null }>(
  question: unknown,
  start: (time: ChainTime) => Steps<Result>,
): Result | undefined {
  const [result, setResult] = useState<Result>()
  const time = useStatusTime(result?.nextStatusChange ?? null)
  const [stepper] = useState(() => createStepper<Result>(setResult, rest))
  useLayoutEffect(() => () => stepper.stop(), [stepper])
  // A layout effect, so that the result of a short computation appears in the first frame.
  useLayoutEffect(() => {
    if (time) stepper.run(question, start(time))
  }, [stepper, question, start, time])
  return result
}

/** Returns the time of a block. It only changes after a block that starts or ends one of the flows. */
function useStatusTime(change: number | null): ChainTime | undefined {
  const newest = useTime()
  const [time, setTime] = useState(newest)
  const isBetween = (change: number, before: ChainTime, newest: ChainTime) =>
    change > Date.parse(before.block) && change <= Date.parse(newest.block)
  if (newest && newest !== time && (!time || (change !== null && isBetween(change, time, newest)))) setTime(newest)
  return time
}

import type { ChainTime, Flow } from '@flow-query/core'
import { nextStatusChange } from '@flow-query/core/collection'
import { useLayoutEffect, useState } from 'react'
import { useTime } from '../time/use-chain-time'
import { createStepper, type Steps } from './steps'

/**
 * Returns the newest result of a computation over many flows, or undefined before the first result. A long computation pauses between
 * frames, and the previous result is returned while it runs. The computation is repeated when one of the flows starts or ends.
 *
 * @param question a new value, such as new filters, cancels the running computation
 * @param start starts a computation with the newest block. Memoize this function
 */
export function useSteps<Result extends { flows: readonly Flow[] }>(
  question: unknown,
  start: (time: ChainTime) => Steps<Result>,
): Result | undefined {
  const [result, setResult] = useState<Result>()
  const time = useStatusTime(result?.flows ?? noFlows)
  const [stepper] = useState(() => createStepper<Result>(setResult))
  useLayoutEffect(() => () => stepper.stop(), [stepper])
  // A layout effect, so that the result of a short computation appears in the first frame.
  useLayoutEffect(() => {
    if (time) stepper.run(question, start(time))
  }, [stepper, question, start, time])
  return result
}

/** Returns a block that changes only if a newer one has started or ended one of the flows. */
function useStatusTime(flows: readonly Flow[]): ChainTime | undefined {
  const newest = useTime()
  const [time, setTime] = useState(newest)
  if (newest && newest !== time && (!time || hasChanged(flows, time, newest))) setTime(newest)
  return time
}

function hasChanged(flows: readonly Flow[], before: ChainTime, newest: ChainTime): boolean {
  const change = nextStatusChange(flows, before)
  return change !== null && change <= Date.parse(newest.block)
}

const noFlows: readonly Flow[] = []

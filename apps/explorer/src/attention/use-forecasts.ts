import type { Flow } from '@flow-query/core'
import {
  type ForecasterArgs,
  type ForecasterState,
  initialForecaster,
  updateForecasterInSteps,
} from '@flow-query/core/query'
import { useFlowClient } from '@flow-query/react'
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { createStepper } from '../steps/steps'

/**
 * Returns the verdicts of flows like `useFlowsVerdict`, but computes them in steps between frames, because a page can show many flows.
 *
 * Memoize the lists.
 */
export function useForecasts({ flows, otherFlows, maxOtherFlows, dryRuns }: Omit<ForecasterArgs, 'time'>) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const newest = useRef(initialForecaster)
  const [{ state, of }, setComputed] = useState<{ state: ForecasterState; of: typeof flows }>({
    state: initialForecaster,
    of: undefined,
  })
  const [stepper] = useState(() =>
    createStepper<{ state: ForecasterState; of: typeof flows }>(next =>
      setComputed(before => (before.state === next.state && before.of === next.of ? before : next)),
    ),
  )
  const facts = useQueries({ queries: state.queries, combine: factsOf })
  useLayoutEffect(() => () => stepper.stop(), [stepper])
  // biome-ignore lint/correctness/useExhaustiveDependencies: The forecasts depend on the facts in the cache.
  useLayoutEffect(() => {
    function* update() {
      const args = { flows, otherFlows, maxOtherFlows, dryRuns }
      newest.current = yield* updateForecasterInSteps(newest.current, client, args, queryClient)
      return { state: newest.current, of: flows }
    }
    stepper.run(client, update())
  }, [stepper, client, queryClient, flows, otherFlows, maxOtherFlows, dryRuns, facts])
  return { ...state.result, isPending: state.result.isPending || !hasSameIds(of, flows) }
}

function hasSameIds(before: readonly Flow[] | null | undefined, flows: readonly Flow[] | null | undefined): boolean {
  return (
    before === flows ||
    (before?.length === flows?.length && before?.every(({ id }, at) => id === flows?.[at]?.id) === true)
  )
}

function factsOf(results: readonly UseQueryResult<unknown>[]) {
  return results.map(({ data, error, status }) => ({ data, error, status }))
}

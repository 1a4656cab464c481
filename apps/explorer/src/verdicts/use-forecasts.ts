import type { Flow } from '@flow-query/core'
import {
  type ForecasterArgs,
  type ForecasterState,
  initialForecaster,
  updateForecasterInSteps,
} from '@flow-query/insights/query'
import { useFlowClient } from '@flow-query/react'
import { QueriesObserver, useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createStepper } from '../steps/steps'
import { watchChanges } from '../steps/watch-changes'

interface Computed {
  state: ForecasterState
  /** The flows that the state is about. */
  of: ForecasterArgs['flows']
}

/**
 * Returns the verdicts of flows like `useFlowsVerdict`, but computes them in steps between frames, because a page can show many flows.
 * A response only rerenders the component if it changes a verdict.
 *
 * Memoize the lists.
 */
export function useForecasts({ flows, otherFlows, maxOtherFlows, dryRuns }: Omit<ForecasterArgs, 'time'>) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const newest = useRef(initialForecaster)
  const [{ state, of }, setComputed] = useState<Computed>({ state: initialForecaster, of: undefined })
  const [facts] = useState(() => new QueriesObserver(queryClient, []))
  const [stepper] = useState(() =>
    createStepper<Computed>(next => {
      facts.setQueries(next.state.queries)
      setComputed(before => (before.state === next.state && before.of === next.of ? before : next))
    }),
  )

  function* steps() {
    const args = { flows, otherFlows, maxOtherFlows, dryRuns }
    newest.current = yield* updateForecasterInSteps(newest.current, client, args, queryClient)
    return { state: newest.current, of: flows }
  }
  const update = useEffectEvent(() => stepper.run(client, steps()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: The update reads the client and the flows.
  useLayoutEffect(() => update(), [client, flows, otherFlows, maxOtherFlows, dryRuns])
  useLayoutEffect(() => watchChanges(facts, () => update()), [facts])
  useLayoutEffect(() => () => stepper.stop(), [stepper])

  return { ...state.result, isPending: state.result.isPending || !hasSameIds(of, flows) }
}

function hasSameIds(before: readonly Flow[] | null | undefined, flows: readonly Flow[] | null | undefined): boolean {
  return (
    before === flows ||
    (before?.length === flows?.length && before?.every(({ id }, at) => id === flows?.[at]?.id) === true)
  )
}

import { formatAmount } from '@flow-query/format'
import { totalBurntQueryOptions, useFlowClient } from '@flow-query/react'
import { useSuspenseQuery } from '@tanstack/react-query'

/** Suspends until the total is loaded. `select` limits rerenders to changes of the displayed text. */
export function Burnt() {
  const client = useFlowClient()
  const { data: burnt } = useSuspenseQuery({ ...totalBurntQueryOptions(client), select: coin => formatAmount(coin) })
  return burnt
}

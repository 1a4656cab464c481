import { formatAmount } from '@flow-query/format'
import { useSuspenseTotalBurnt } from '@flow-query/react'

/** Suspends until the total is loaded. `select` limits rerenders to changes of the displayed text. */
export function Burnt() {
  const { data: burnt } = useSuspenseTotalBurnt({}, { select: coin => formatAmount(coin) })
  return burnt
}

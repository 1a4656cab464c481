import { formatAmount } from '@flow-query/format'
import { useTotalBurnt } from '@flow-query/react'

/** The total of burned coins. Older nodes don't have this query. `select` limits rerenders to changes of the displayed text. */
export function Burnt() {
  const { data: total, isError } = useTotalBurnt({}, { select: coin => formatAmount(coin) })
  return (
    <li data-testid="burnt">
      <span className="muted">Total burned</span>
      <span className="number">{total ?? (isError ? '–' : <i className="bone" />)}</span>
    </li>
  )
}

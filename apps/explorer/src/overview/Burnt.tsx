import { formatAmount } from '@flow-query/format'
import { useTotalBurnt } from '@flow-query/react'

/** The total of burned coins. `select` limits rerenders to changes of the displayed text. */
export function Burnt() {
  const { data: total, isError } = useTotalBurnt({}, { select: coin => formatAmount(coin) })
  if (total === undefined && isError) return <NoTotal />
  return (
    <li className="burnt" data-testid="burnt">
      <span className="figure">{total ?? <i className="bone" />}</span>
      <span className="muted">Total burned</span>
    </li>
  )
}

/** Older nodes don't have this query. On a phone, the place stays empty, so that the panels below don't move. */
function NoTotal() {
  return (
    <li className="burnt missing" data-testid="burnt">
      <span className="figure">–</span>
    </li>
  )
}

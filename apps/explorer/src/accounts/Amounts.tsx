import type { Coin } from '@flow-query/core'
import { shortenAddress, splitAmount } from '@flow-query/format'
import { Copyable } from './Copyable'

/** Coins in their display denom, with the exact amount on hover. `aligned` is for amounts in a table column. */
export function Amounts({ coins, none, aligned = false }: { coins: readonly Coin[]; none: string; aligned?: boolean }) {
  if (!coins.length) return <span className="muted">{none}</span>
  return Object.entries(coins).map(([place, coin]) => {
    const { exact, whole, fraction, padding, unit, shortened } = splitAmount(coin)
    return (
      <data className="amount" key={place} value={exact} title={exact}>
        {whole + fraction}
        {aligned && <span className="padding" aria-hidden="true" data-zeros={padding} />}{' '}
        {shortened ? (
          <Copyable text={coin.denom} what={`denom ${shortenAddress(coin.denom)}`} />
        ) : (
          <span className="unit">{unit}</span>
        )}
      </data>
    )
  })
}

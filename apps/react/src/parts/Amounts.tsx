import type { Coin } from '@flow-query/core'
import { words } from '@flow-query/explorer-kit'
import { splitAmount } from '@flow-query/words'
import { Copyable } from './Copy'

/** Coins in their display denom, the exact amount on hover; `aligned` where they stand below one another. */
export function Amounts({ coins, none, aligned = false }: { coins: readonly Coin[]; none: string; aligned?: boolean }) {
  if (!coins.length) return <span className="muted">{none}</span>
  return coins.map(coin => {
    const { exact, whole, fraction, padding, unit, shortened } = splitAmount(coin)
    return (
      <data className="amount" key={coin.denom} value={exact} title={exact}>
        {whole + fraction}
        {aligned && <span className="padding" aria-hidden="true" data-zeros={padding} />}{' '}
        {shortened ? <Copyable text={coin.denom} what={words.what.denom} /> : <span className="unit">{unit}</span>}
      </data>
    )
  })
}

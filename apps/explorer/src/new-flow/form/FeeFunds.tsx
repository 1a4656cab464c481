import type { Coin } from '@flow-query/core'
import { splitAmount } from '@flow-query/format'
import { withCoins } from '@flow-query/insights/draft'
import { useParams } from '@flow-query/react'
import type { NotesAt } from '../problem-notes'
import { AmountField } from './AmountField'
import { Notes } from './Field'

interface FeeFundsProps {
  funds: readonly Coin[]
  onEdit: (funds: Coin[]) => void
  notesAt: NotesAt
}

/** One field per denom in which the chain takes fees, and per denom that the draft already uses. */
export function FeeFunds({ funds, onEdit, notesAt }: FeeFundsProps) {
  const { data: params } = useParams()
  const accepted = params?.gasFeeCoins.map(({ denom }) => denom) ?? []
  const denoms = [...new Set([...accepted, ...funds.map(({ denom }) => denom)])]
  return (
    <>
      {denoms.map(denom => (
        <AmountField
          key={denom}
          testId={`draft-amount-${denom}`}
          label={`Deposit into the fee account (${splitAmount({ denom, amount: '0' }).unit})`}
          coin={funds.find(coin => coin.denom === denom) ?? { denom, amount: '0' }}
          onEdit={amount => onEdit(withCoins(funds, [{ denom, amount }]).filter(({ amount }) => amount !== '0'))}
        />
      ))}
      <div className="whole-line">
        {/* The check shows the required balance, and so does the picture of the first runs. */}
        <Notes notes={notesAt('feeFunds').map(note => ({ ...note, text: note.remedy ?? note.text }))} />
      </div>
    </>
  )
}

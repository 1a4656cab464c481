import type { Coin } from '@flow-query/core'
import { splitAmount } from '@flow-query/format'
import { withCoins } from '@flow-query/insights/draft'
import { useParams } from '@flow-query/react'
import { useState } from 'react'
import type { NotesAt } from '../problem-notes'
import { fromBaseAmount, toBaseAmount } from './amount'
import { Field, Notes } from './Field'

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
        <Amount
          key={denom}
          label={`Deposit into the fee account (${splitAmount({ denom, amount: '0' }).unit})`}
          coin={funds.find(coin => coin.denom === denom) ?? { denom, amount: '0' }}
          onEdit={amount => onEdit(withCoins(funds, [{ denom, amount }]).filter(({ amount }) => amount !== '0'))}
        />
      ))}
      <div className="whole-line">
        <Notes notes={notesAt('feeFunds')} />
      </div>
    </>
  )
}

interface AmountProps {
  label: string
  coin: Coin
  onEdit: (amount: string) => void
}

/** An amount in the unit that users know. An invalid amount counts as 0. */
function Amount({ label, coin: { denom, amount }, onEdit }: AmountProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isTyped = typed !== null && (toBaseAmount(typed, denom) ?? '0') === amount
  const text = isTyped ? typed : fromBaseAmount(amount, denom)
  const isInvalid = isTyped && typed !== '' && toBaseAmount(typed, denom) === null
  return (
    <Field
      label={label}
      testId={`draft-amount-${denom}`}
      value={text}
      onEdit={text => {
        setTyped(text)
        onEdit(toBaseAmount(text, denom) ?? '0')
      }}
      notes={isInvalid ? [invalidAmount] : []}
    />
  )
}

const invalidAmount = { text: 'Use an amount such as 1.5', tone: 'bad' } as const

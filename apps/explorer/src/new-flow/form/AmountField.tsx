import type { Coin } from '@flow-query/core'
import { useState } from 'react'
import type { FieldNote } from '../problem-notes'
import { fromBaseAmount, toBaseAmount } from './amount'
import { Field } from './Field'

interface AmountFieldProps {
  label: string
  testId: string
  coin: Coin
  notes?: readonly FieldNote[]
  onEdit: (amount: string) => void
}

/** An amount in the unit that users know. An invalid amount counts as 0. */
export function AmountField({ label, testId, coin: { denom, amount }, notes = [], onEdit }: AmountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isTyped = typed !== null && (toBaseAmount(typed, denom) ?? '0') === amount
  const text = isTyped ? typed : fromBaseAmount(amount, denom)
  const isInvalid = isTyped && typed !== '' && toBaseAmount(typed, denom) === null
  return (
    <Field
      label={label}
      testId={testId}
      value={text}
      onEdit={text => {
        setTyped(text)
        onEdit(toBaseAmount(text, denom) ?? '0')
      }}
      notes={isInvalid ? [invalidAmount] : notes}
    />
  )
}

const invalidAmount = { text: 'Use an amount such as 1.5', tone: 'bad' } as const

import type { AnyMessage, Coin } from '@flow-query/core'
import { splitAmount } from '@flow-query/format'
import type { FlowDraft } from '@flow-query/insights/draft'
import { AmountField } from '../form/AmountField'
import { Field } from '../form/Field'
import type { NotesAt } from '../problem-notes'

interface MessageFieldsProps {
  draft: FlowDraft
  onEdit: (changes: Partial<FlowDraft>) => void
  notesAt: NotesAt
}

/** The receiver, the validator and the amounts of the only message. */
export function MessageFields({ draft, onEdit, notesAt }: MessageFieldsProps) {
  const [message] = draft.msgs
  if (!message) return null
  const edit = (field: string, value: unknown) => onEdit({ msgs: [{ ...message, [field]: value }] })
  return fields.map(({ name, label, hint }) => {
    const coin = coinOf(message, name)
    const notes = notesAt(`msgs[0].${name}`)
    if (coin)
      return (
        <AmountField
          key={name}
          label={`${label} (${splitAmount(coin).unit})`}
          testId={`draft-${name}`}
          coin={coin}
          notes={notes}
          onEdit={amount => edit(name, Array.isArray(message[name]) ? [{ ...coin, amount }] : { ...coin, amount })}
        />
      )
    const value = message[name]
    return typeof value === 'string' ? (
      <Field
        key={name}
        label={label}
        testId={`draft-${name}`}
        value={value}
        hint={hint}
        isCode
        onEdit={text => edit(name, text.trim())}
        notes={notes}
      />
    ) : null
  })
}

const fields: readonly { name: string; label: string; hint?: string | undefined }[] = [
  { name: 'to_address', label: 'Receiver', hint: 'into1…' },
  { name: 'validator_address', label: 'Validator', hint: 'intovaloper1…' },
  { name: 'amount', label: 'Amount' },
  { name: 'token_in', label: 'Amount' },
  { name: 'token_out_min_amount', label: 'Receive at least, in the smallest unit' },
]

/** Returns undefined if the field isn't a coin, or a list of one coin. */
function coinOf(message: AnyMessage, name: string): Coin | undefined {
  const value: unknown = message[name]
  const coin: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  const { denom, amount } = Object(coin)
  return typeof denom === 'string' && typeof amount === 'string' ? { denom, amount } : undefined
}

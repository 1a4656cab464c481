import { type ReactNode, useId } from 'react'
import type { FieldNote } from '../problem-notes'

interface FieldProps {
  label: string
  value: string
  onEdit: (value: string) => void
  testId: string
  notes: readonly FieldNote[]
  /** The value in words, for example `Every hour`. */
  meaning?: ReactNode
  type?: 'text' | 'datetime-local'
  hint?: string | undefined
  suggestions?: readonly string[]
  isCode?: boolean
}

export function Field({
  label,
  value,
  onEdit,
  testId,
  notes,
  meaning,
  type = 'text',
  hint,
  suggestions,
  isCode,
}: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        className={isCode ? 'mono' : undefined}
        data-testid={testId}
        value={value}
        placeholder={hint}
        list={suggestions && `${id}-list`}
        step={type === 'datetime-local' ? 1 : undefined}
        autoComplete="off"
        spellCheck={!isCode}
        aria-invalid={notes.some(({ tone }) => tone === 'bad')}
        aria-describedby={`${id}-notes`}
        onChange={event => onEdit(event.target.value)}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map(suggestion => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      <div id={`${id}-notes`}>
        {meaning !== undefined && <p className="field-meaning">{meaning}</p>}
        <Notes notes={notes} />
      </div>
    </div>
  )
}

export function Notes({ notes }: { notes: readonly FieldNote[] }) {
  return Object.entries(notes).map(([place, { text, tone }]) => (
    <p key={place} className="field-note" data-tone={tone} data-testid="field-note">
      {text}
    </p>
  ))
}

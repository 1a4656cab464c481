import type { FlowDraft } from '@flow-query/insights/draft'
import { useFlows } from '@flow-query/react'
import { Field } from '../form/Field'
import { Place } from '../form/Place'
import type { NotesAt } from '../problem-notes'
import { Examples } from './Examples'
import { kindOf, withExample } from './examples'
import { MessageFields } from './MessageFields'

interface WhatProps {
  draft: FlowDraft
  onEdit: (changes: Partial<FlowDraft>) => void
  onEditJson: () => void
  notesAt: NotesAt
}

/** The messages of a draft: one that has fields, or a list of names. */
export function What({ draft, onEdit, onEditJson, notesAt }: WhatProps) {
  const { data } = useFlows({ limit: exampleFlows, reverse: true })
  const kind = kindOf(draft)
  return (
    <section className="panel draft-fields" aria-labelledby="draft-what">
      <h2 id="draft-what">What should it do?</h2>
      <Examples selected={kind} onSelect={kind => onEdit(withExample(draft, kind, data?.flows ?? []))} />
      {kind ? (
        <MessageFields draft={draft} onEdit={onEdit} notesAt={notesAt} />
      ) : (
        <p className="whole-line" data-testid="draft-messages">
          {draft.msgs.map(message => message['@type'].split('.').at(-1)).join(', ')}{' '}
          <button type="button" className="link" onClick={onEditJson}>
            Edit as JSON
          </button>
        </p>
      )}
      {/* Another example starts with its own place. */}
      <Place key={kind} draft={draft} onEdit={onEdit} notesAt={notesAt} />
      <Field
        label="Label"
        testId="draft-label"
        value={draft.label}
        onEdit={label => onEdit({ label })}
        notes={notesAt('label')}
      />
    </section>
  )
}

/** How many of the newest flows are read, to find the accounts and validators of the examples. */
export const exampleFlows = 100

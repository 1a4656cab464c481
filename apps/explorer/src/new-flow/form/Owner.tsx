import type { FlowDraft } from '@flow-query/insights/draft'
import { useState } from 'react'
import type { NotesAt } from '../problem-notes'
import { Field } from './Field'
import { withOwner } from './with-owner'

interface OwnerProps {
  draft: FlowDraft
  onEdit: (changes: Partial<FlowDraft>) => void
  notesAt: NotesAt
}

/** The account that signs. While the user types another one, the messages keep the last complete address. */
export function Owner({ draft, onEdit, notesAt }: OwnerProps) {
  const [signer, setSigner] = useState(draft.owner)
  const [typed, setTyped] = useState(draft.owner)
  // Another draft is shown.
  if (typed !== draft.owner) {
    setTyped(draft.owner)
    setSigner(draft.owner)
  }

  function edit(text: string) {
    const owner = text.trim()
    const changed = withOwner(draft, owner, signer)
    setTyped(owner)
    if (changed.msgs !== draft.msgs) setSigner(owner)
    onEdit(changed)
  }

  return (
    <div className="whole-line">
      <Field
        label="Owner"
        testId="draft-owner"
        value={draft.owner}
        hint="into1…"
        isCode
        onEdit={edit}
        notes={notesAt('owner')}
      />
    </div>
  )
}

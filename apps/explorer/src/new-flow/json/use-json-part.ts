import { isFlowQueryError } from '@flow-query/core'
import { type DraftProblem, draftMessage, type FlowDraft, parseDraft } from '@flow-query/insights/draft'
import { useMemo, useState } from 'react'
import { editorNotes } from '../problem-notes'
import { type Note, offsetOf, parseJson } from './json-text'

/** A part of a draft that is edited as JSON. */
export type Part = 'msgs' | 'conditions'

export interface EditedPart {
  part: Part
  text: string
  notes: readonly Note[]
  isValid: boolean
  edit: (text: string) => void
}

/** Edits a part of a draft in the format of the node. The draft changes whenever the text is valid. */
export function useJsonPart(
  part: Part,
  draft: FlowDraft,
  problems: readonly DraftProblem[],
  onEdit: (draft: FlowDraft) => void,
): EditedPart {
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null)
  // A text that isn't valid stays until the draft is changed elsewhere.
  const isTyped = typed !== null && typed.value === draft[part]
  const text = isTyped ? typed.text : textOf(draft, part)
  const error = useMemo(() => {
    const read = readPart(text, draft, part)
    return 'note' in read ? read.note : null
  }, [text, draft, part])
  const notes = useMemo(() => (error ? [error] : editorNotes(problems, part, text)), [error, problems, part, text])

  function edit(text: string) {
    const read = readPart(text, draft, part)
    const edited = 'draft' in read ? read.draft : draft
    setTyped({ text, value: edited[part] })
    if (edited !== draft) onEdit(edited)
  }

  return { part, text, notes, isValid: error === null, edit }
}

function textOf(draft: FlowDraft, part: Part): string {
  const value = draftMessage(draft)[part] ?? {}
  return JSON.stringify(value, null, 2)
}

function readPart(text: string, draft: FlowDraft, part: Part): { draft: FlowDraft } | { note: Note } {
  const read = parseJson(text)
  if ('note' in read) return read
  try {
    return { draft: { ...draft, [part]: parseDraft({ ...draftMessage(draft), [part]: read.value })[part] } }
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    const [, path = ''] = /`([^`]+)`/.exec(error.message) ?? []
    return { note: { from: offsetOf(text, path.slice(part.length)), text: error.message, tone: 'bad' } }
  }
}

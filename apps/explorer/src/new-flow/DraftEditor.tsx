import type { FlowDraft } from '@flow-query/core/draft'
import { CheckPanel } from './CheckPanel'
import { DraftForm } from './DraftForm'
import { notesOf } from './field-notes'
import { JsonPart } from './JsonPart'
import { useCheck } from './use-check'

interface DraftEditorProps {
  draft: FlowDraft
  onEdit: (draft: FlowDraft) => void
}

/** A draft and its check. On wide screens, the check stays visible next to the fields. */
export function DraftEditor({ draft, onEdit }: DraftEditorProps) {
  const check = useCheck(draft)
  const problems = check.data?.problems ?? []
  return (
    <div className="draft-page">
      <div className="draft-check">
        <CheckPanel draft={draft} check={check} onEdit={onEdit} />
      </div>
      <div className="draft-main">
        <JsonPart part="msgs" title="Messages" draft={draft} problems={problems} onEdit={onEdit} />
        <DraftForm
          draft={draft}
          onEdit={changes => onEdit({ ...draft, ...changes })}
          notesAt={field => notesOf(problems, field)}
        />
        <JsonPart part="conditions" title="Conditions" draft={draft} problems={problems} onEdit={onEdit} />
      </div>
    </div>
  )
}

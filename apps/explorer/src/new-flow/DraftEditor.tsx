import type { DraftProblem, FlowDraft } from '@flow-query/insights/draft'
import { useState } from 'react'
import { Mark } from '../values/Mark'
import { verdictMarks } from '../values/marks'
import { CheckPanel } from './check/CheckPanel'
import { ExpectedRuns, ExpectedRunsSkeleton } from './check/ExpectedRuns'
import { useCheck } from './check/use-check'
import { DraftForm } from './form/DraftForm'
import { JsonPart } from './json/JsonPart'
import { type Part, useJsonPart } from './json/use-json-part'
import { notesOf } from './problem-notes'
import { What } from './what/What'

interface DraftEditorProps {
  draft: FlowDraft
  onEdit: (draft: FlowDraft) => void
}

/** On wide screens, the check stays visible next to the fields. */
export function DraftEditor({ draft, onEdit }: DraftEditorProps) {
  const [isJson, setJson] = useState(false)
  const check = useCheck(draft)
  const problems = check.data?.problems ?? noProblems
  const messages = useJsonPart('msgs', draft, problems, onEdit)
  const conditions = useJsonPart('conditions', draft, problems, onEdit)
  const unreadable = [messages, conditions].find(({ isValid }) => !isValid)
  // The fields stay once they are shown, because the user may be typing in one.
  const [isReady, setReady] = useState(false)
  if (!isReady && (!draft.owner || check.data || check.error)) setReady(true)
  const fields = {
    draft,
    onEdit: (changes: Partial<FlowDraft>) => onEdit({ ...draft, ...changes }),
    notesAt: (field: string) => notesOf(problems, field),
  }
  return (
    <div className={isReady ? 'draft-page' : 'draft-page waiting'}>
      <div className="draft-check">
        {unreadable ? (
          <Unreadable part={unreadable.part} />
        ) : (
          <CheckPanel draft={draft} check={check} onEdit={onEdit} />
        )}
      </div>
      <div className="draft-main">
        <fieldset className="draft-views">
          <legend className="sr">Edit as</legend>
          <View name="form" title="Form" isShown={!isJson} onShow={() => setJson(false)} />
          <View name="json" title="JSON" isShown={isJson} onShow={() => setJson(true)} />
        </fieldset>
        {isJson ? (
          <>
            <JsonPart title="Messages" {...messages} />
            <JsonPart title="Conditions" {...conditions} />
          </>
        ) : (
          <>
            <What {...fields} onEditJson={() => setJson(true)} />
            <DraftForm {...fields} />
          </>
        )}
      </div>
      <div className="draft-runs">
        {!unreadable && check.data && check.data.runs.length > 0 && (
          <ExpectedRuns check={check.data} owner={draft.owner} />
        )}
        {!check.data && !check.error && draft.owner && <ExpectedRunsSkeleton />}
      </div>
    </div>
  )
}

const noProblems: readonly DraftProblem[] = []

interface ViewProps {
  name: string
  title: string
  isShown: boolean
  onShow: () => void
}

function View({ name, title, isShown, onShow }: ViewProps) {
  return (
    <label>
      <input type="radio" name="draft-view" data-testid={`draft-view-${name}`} checked={isShown} onChange={onShow} />
      {title}
    </label>
  )
}

/** The draft is not checked while a part can't be read, because the check would be about the last valid text. */
function Unreadable({ part }: { part: Part }) {
  return (
    <section className="verdict" aria-label="Verdict" data-health="willFail" data-testid="draft-verdict">
      <h2>
        <Mark path={verdictMarks.willFail} />
        <span role="status" data-testid="draft-title">
          {part === 'msgs' ? 'The messages can’t be read' : 'The conditions can’t be read'}
        </span>
      </h2>
      <p>Correct the marked line, and the flow is checked again.</p>
    </section>
  )
}

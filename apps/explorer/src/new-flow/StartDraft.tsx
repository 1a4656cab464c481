import { draftFrom, type FlowDraft } from '@flow-query/insights/draft'
import { useFlows } from '@flow-query/react'
import { type SubmitEvent, useState } from 'react'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { readDraft } from './use-url-draft'
import { Examples } from './what/Examples'
import { exampleDraft } from './what/examples'
import { exampleFlows } from './what/What'

interface StartDraftProps {
  /** Why the draft in the URL can't be read. */
  problem: string | null
  /** The text in the URL that can't be read. */
  text: string | null
  onStart: (draft: FlowDraft) => void
}

export function StartDraft({ problem: problemOfUrl, text, onStart }: StartDraftProps) {
  const [problem, setProblem] = useState(problemOfUrl)
  const { data } = useFlows({ limit: exampleFlows, reverse: true })
  const newest = data?.flows[0]

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = readDraft(String(new FormData(event.currentTarget).get('text')).trim())
    setProblem(read.problem)
    if (read.draft) onStart(read.draft)
  }

  return (
    <div className="start-draft">
      {newest && (
        <section className="panel" aria-labelledby="draft-what">
          <h2 id="draft-what">What should it do?</h2>
          <p className="muted">Each example works on this chain. You can change everything before you sign it.</p>
          <Examples onSelect={kind => onStart(exampleDraft(kind, newest.owner, data.flows))} />
        </section>
      )}
      <form className="panel" onSubmit={submit}>
        <h2>
          <label htmlFor="draft-text">Paste a flow</label>
        </h2>
        <p className="muted" id="draft-text-help">
          The JSON of a <code>MsgSubmitFlow</code>, the JSON of the portal, or a link that contains it.
        </p>
        <textarea
          id="draft-text"
          name="text"
          className="mono"
          data-testid="draft-text"
          rows={8}
          spellCheck={false}
          defaultValue={text ?? ''}
          required
          aria-describedby="draft-text-help draft-problem"
        />
        <p id="draft-problem" role="alert" className="field-note" data-tone="bad" data-testid="draft-problem">
          {problem}
        </p>
        <div className="actions">
          <button type="submit" className="primary" data-testid="draft-read">
            Check
          </button>
          {newest && (
            <button type="button" data-testid="draft-example" onClick={() => onStart(draftFrom(newest))}>
              Copy the newest flow
            </button>
          )}
        </div>
      </form>
      <p className="muted">
        To start from an existing flow, open <Link to={paths.flows}>a flow</Link> and choose “Copy as new flow”.
      </p>
    </div>
  )
}

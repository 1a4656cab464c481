import '../new-flow/new-flow.css'
import type { FlowDraft } from '@flow-query/insights/draft'
import { DraftEditor } from '../new-flow/DraftEditor'
import { StartDraft } from '../new-flow/StartDraft'
import { useUrlDraft } from '../new-flow/use-url-draft'

/** The fields of a flow before it is signed, and a check of them. The draft is in the URL, so it can be shared. */
export default function NewFlowPage() {
  const { draft, problem, text, isLoading, setDraft } = useUrlDraft()

  function start(draft: FlowDraft) {
    setDraft(draft)
    // The pressed button disappears, so the keyboard continues at the check.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <>
      <title>New flow · Flow Explorer</title>
      <h1 className="page-title">New flow</h1>
      <p className="intro">
        Check a flow before you sign it: whether the chain accepts it, what it costs, and whether its runs will succeed.
      </p>
      {draft && <DraftEditor draft={draft} onEdit={setDraft} />}
      {!draft && isLoading && <div className="panel tall" data-testid="skeleton" aria-busy="true" />}
      {!draft && !isLoading && <StartDraft key={`${problem}${text}`} problem={problem} text={text} onStart={start} />}
    </>
  )
}

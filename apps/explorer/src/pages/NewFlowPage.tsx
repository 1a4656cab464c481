import '../new-flow/new-flow.css'
import { DraftEditor } from '../new-flow/DraftEditor'
import { StartDraft } from '../new-flow/StartDraft'
import { useUrlDraft } from '../new-flow/use-url-draft'

/** The fields of a flow before it is signed, and a check of them. The draft is in the URL, so it can be shared. */
export default function NewFlowPage() {
  const { draft, problem, isLoading, setDraft } = useUrlDraft()
  return (
    <>
      <title>New flow · Flow Explorer</title>
      <h1 className="page-title">New flow</h1>
      <p className="intro">
        Check a flow before you sign it: whether the chain accepts it, what it costs, and whether its runs will succeed.
      </p>
      {draft && <DraftEditor draft={draft} onEdit={setDraft} />}
      {!draft && !isLoading && <StartDraft problem={problem} onStart={setDraft} />}
    </>
  )
}

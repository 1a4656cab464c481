import { type ExplainedDraftProblem, explainCheck, formatCount, formatLabel, isBlankLabel } from '@flow-query/format'
import { draftMessage, type FlowCheck, type FlowDraft, fixDraft } from '@flow-query/insights/draft'
import { endpointName } from '../../node/endpoint'
import { ShareButton } from '../../node/ShareButton'
import { useLinkedEndpoint } from '../../node/use-linked-endpoint'
import { Failure } from '../../states/Failure'
import { useChainNow } from '../../time/use-chain-time'
import { CopyButton } from '../../values/CopyButton'
import { Mark } from '../../values/Mark'
import { type VerdictTone, verdictMarks } from '../../values/marks'
import { mostProblems } from '../problem-notes'
import { problemPlace } from '../problem-place'
import { PortalButton } from './PortalButton'
import { summarize } from './summary'
import type { Check } from './use-check'

interface CheckPanelProps {
  draft: FlowDraft
  check: Check
  onEdit: (draft: FlowDraft) => void
}

/** While a changed draft is checked, the panel still explains the last one, but has no verdict. */
export function CheckPanel({ draft, check: { data: check, error, isChecking }, onEdit }: CheckPanelProps) {
  const explained = check && explainCheck(check)
  const isCurrent = check !== undefined && !isChecking
  const tone = isCurrent ? tones[check.verdict] : 'unknown'
  const summary = useChainNow(now => (check ? summarize(check, now) : null))
  const linked = useLinkedEndpoint()
  return (
    <section
      className="verdict"
      aria-label="Verdict"
      aria-busy={isChecking}
      data-health={tone}
      data-testid="draft-verdict"
    >
      <h2>
        <Mark path={verdictMarks[tone]} />
        <span role="status" data-testid="draft-title">
          {(isCurrent && explained?.title) || waitingTitle(draft, error)}
        </span>
      </h2>
      {summary && (
        <p className="draft-summary" data-testid="draft-summary">
          {summary}
        </p>
      )}
      {linked && (
        <p className="field-note" data-tone="late" data-testid="draft-node">
          {`According to ${endpointName(linked)}, the node in the link that you opened`}
        </p>
      )}
      {error && <Failure error={error} retrying={isChecking} inline />}
      {explained && explained.problems.length > 0 && <Problems problems={explained.problems} />}
      {isCurrent && <FixButton draft={draft} check={check} onEdit={onEdit} />}
      {explained?.cost && <p data-testid="draft-cost">{explained.cost}</p>}
      {Object.entries(explained?.basis ?? []).map(([place, text]) => (
        <p key={place} className="muted">
          {text}
        </p>
      ))}
      <div className="actions">
        <PortalButton draft={draft} isGood={isCurrent && check.verdict === 'good'} isChecking={isChecking} />
        <ShareButton text={shareText(draft, isCurrent && explained ? explained.title : null)} />
        <CopyButton text={() => JSON.stringify(draftMessage(draft), null, 2)} what="JSON">
          Copy JSON
        </CopyButton>
      </div>
    </section>
  )
}

function waitingTitle({ owner }: FlowDraft, error: Check['error']): string {
  if (!owner) return 'Enter the owner to check the flow'
  return error ? 'Not checked' : 'Checking…'
}

/** The line of text of a shared draft, such as `Pay rent · New flow · No problems found`. */
function shareText(draft: FlowDraft, verdict: string | null): string {
  const label = isBlankLabel(draft.label) ? null : formatLabel({ id: '', label: draft.label }).trim()
  return [label, 'New flow', verdict].filter(Boolean).join(' · ')
}

const tones: Readonly<Record<FlowCheck['verdict'], VerdictTone>> = {
  refused: 'willFail',
  willFail: 'willFail',
  atRisk: 'atRisk',
  good: 'healthy',
  unknown: 'unknown',
}

function Problems({ problems }: { problems: readonly ExplainedDraftProblem[] }) {
  const more = problems.length - mostProblems
  return (
    <ul className="problems" data-testid="draft-problems">
      {Object.entries(problems.slice(0, mostProblems)).map(([place, { problem, sentence, remedy }]) => (
        <li key={place} data-kind={problem.kind} data-effect={problem.effect}>
          {problem.path && <span className="muted">{problemPlace(problem.path)}</span>}
          <p>{sentence}</p>
          {remedy !== null && <p className="muted">{remedy}</p>}
        </li>
      ))}
      {more > 0 && <li className="muted">And {formatCount(more, 'more problem')}</li>}
    </ul>
  )
}

function FixButton({ draft, check, onEdit }: Omit<CheckPanelProps, 'check'> & { check: FlowCheck }) {
  const { draft: better, fixed } = fixDraft(draft, check)
  if (fixed.length === 0) return null
  return (
    <div className="actions">
      <button type="button" className="primary" data-testid="draft-fix" onClick={() => onEdit(better)}>
        {`Fix ${formatCount(fixed.length, 'problem')}`}
      </button>
    </div>
  )
}

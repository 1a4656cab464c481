import { type ExplainedDraftProblem, explainCheck, formatCount } from '@flow-query/format'
import { draftMessage, type FlowCheck, type FlowDraft, fixDraft } from '@flow-query/insights/draft'
import { Failure } from '../../states/Failure'
import { CopyButton } from '../../values/CopyButton'
import { Mark } from '../../values/Mark'
import { type VerdictTone, verdictMarks } from '../../values/marks'
import { mostProblems } from '../problem-notes'
import { ExpectedRuns, ExpectedRunsSkeleton } from './ExpectedRuns'
import { PortalButton } from './PortalButton'
import type { Check } from './use-check'

interface CheckPanelProps {
  draft: FlowDraft
  check: Check
  onEdit: (draft: FlowDraft) => void
}

export function CheckPanel({ draft, check: { data: check, error, isChecking }, onEdit }: CheckPanelProps) {
  const explained = check && explainCheck(check)
  const tone = check ? tones[check.verdict] : 'unknown'
  return (
    <>
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
            {explained?.title ?? waitingTitle(draft, error)}
          </span>
        </h2>
        {error && <Failure error={error} retrying={isChecking} inline />}
        {explained && explained.problems.length > 0 && <Problems problems={explained.problems} />}
        {check && <FixButton draft={draft} check={check} onEdit={onEdit} />}
        {explained?.cost && <p data-testid="draft-cost">{explained.cost}</p>}
        {Object.entries(explained?.basis ?? []).map(([place, text]) => (
          <p key={place} className="muted">
            {text}
          </p>
        ))}
        <div className="actions">
          <PortalButton draft={draft} isGood={check?.verdict === 'good'} />
          <CopyButton text={() => location.href} what="link">
            Copy link
          </CopyButton>
          <CopyButton text={() => JSON.stringify(draftMessage(draft), null, 2)} what="JSON">
            Copy JSON
          </CopyButton>
        </div>
      </section>
      {check && check.runs.length > 0 && <ExpectedRuns check={check} owner={draft.owner} />}
      {!check && !error && draft.owner && <ExpectedRunsSkeleton />}
    </>
  )
}

function waitingTitle({ owner }: FlowDraft, error: Check['error']): string {
  if (!owner) return 'Enter the owner to check the flow'
  return error ? 'Not checked' : 'Checking…'
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
          {problem.path && <code className="muted">{problem.path}</code>}
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

import type { Flow } from '@flow-query/core'
import { explainDryRun } from '@flow-query/format'
import { useFlowDryRun } from '@flow-query/react/insights'
import { errorText } from '../../node/errors'
import { Mark } from '../../values/Mark'
import { type VerdictTone, verdictMarks } from '../../values/marks'

const tones = { succeeded: 'healthy', failed: 'willFail', notLocal: 'unknown' } as const

export function DryRun({ flow }: { flow: Flow }) {
  const { data, error, isFetching, refetch } = useFlowDryRun({ flow })
  const tone: VerdictTone = data && !error ? tones[data.result] : 'unknown'
  const { title, help, chainSaid } = error
    ? { ...errorText(error), chainSaid: null }
    : data
      ? explainDryRun(data, flow)
      : { title: null, help: '', chainSaid: null }
  return (
    <div className="dry-run">
      <button
        type="button"
        data-testid="dry-run"
        aria-busy={isFetching}
        title="Executes the messages on the current state of the chain, without changing it."
        onClick={() => refetch()}
      >
        {isFetching ? 'Running…' : 'Dry run'}
      </button>
      <div role="status" data-testid="dry-run-result">
        {title !== null && !isFetching && (
          <>
            <p className="health" data-health={tone}>
              <Mark path={verdictMarks[tone]} />
              <span>{title}</span>
            </p>
            {help && <p className="note">{help}</p>}
            {chainSaid && <code data-testid="dry-run-message">{chainSaid}</code>}
          </>
        )}
      </div>
    </div>
  )
}

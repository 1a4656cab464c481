import type { Flow } from '@flow-query/core'
import { useFlowDryRun } from '@flow-query/react/forecast'
import { Mark } from '../../values/Mark'
import { dryRunView, forecastMarks } from './forecast-view'

/** A button that executes a flow's messages without changing the chain, and the result. */
export function DryRun({ flow }: { flow: Flow }) {
  const { data, error, isFetching, refetch } = useFlowDryRun({ flow })
  const view = isFetching ? null : dryRunView(flow, data, error)
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
        {view && (
          <p className="health" data-forecast={view.tone}>
            <Mark path={forecastMarks[view.tone]} />
            <span>{view.title}</span>
          </p>
        )}
        {view?.help && <p className="note">{view.help}</p>}
      </div>
    </div>
  )
}

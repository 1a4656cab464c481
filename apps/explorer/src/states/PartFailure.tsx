import type { FallbackProps } from 'react-error-boundary'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'

/** Replaces a dialog that failed to load or render. */
export function PartFailure({ error, resetErrorBoundary }: FallbackProps) {
  return (
    <div className="banner toast" role="alert" data-testid="part-failure" title={String(error)}>
      <Mark path={icons.warning} />
      <p>This dialog couldn’t be opened. Check your connection, then reload the page.</p>
      <button type="button" onClick={resetErrorBoundary}>
        Dismiss
      </button>
    </div>
  )
}

import { NotifyProblem } from './monitor'

/** Says what went wrong, and what to do. Screen readers read it when it appears. */
export function Problem({ error }: { error: Error | null }) {
  return (
    <div role="alert" data-testid="notify-problem">
      {error && (
        <p className="problem">
          <strong>{error.message}.</strong> {error instanceof NotifyProblem && error.help}
        </p>
      )}
    </div>
  )
}

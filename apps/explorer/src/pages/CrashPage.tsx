import type { FallbackProps } from 'react-error-boundary'

/** Replaces a page that failed to load or render. */
export function CrashPage({ error }: FallbackProps) {
  return (
    <div className="notice" role="alert" data-testid="crash">
      <h1>This page crashed</h1>
      <p>This is a bug in the explorer. Your flow is not affected. Reloading the page may help.</p>
      <code>{String(error)}</code>
      <div className="actions">
        <button type="button" className="primary" onClick={() => location.reload()}>
          Reload page
        </button>
      </div>
    </div>
  )
}

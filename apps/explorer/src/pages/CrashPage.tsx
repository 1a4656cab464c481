import type { FallbackProps } from 'react-error-boundary'
import { words } from '../words/common'

/** Replaces a page that failed to load or render. */
export function CrashPage({ error }: FallbackProps) {
  return (
    <div className="notice" role="alert" data-testid="crash">
      <h1>{words.crash.title}</h1>
      <p>{words.crash.help}</p>
      <code>{String(error)}</code>
      <div className="actions">
        <button type="button" className="primary" onClick={() => location.reload()}>
          {words.crash.reload}
        </button>
      </div>
    </div>
  )
}

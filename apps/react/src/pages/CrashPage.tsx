import { words } from '@flow-query/explorer-kit'
import type { FallbackProps } from 'react-error-boundary'

/** In place of a page that could not be drawn. */
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

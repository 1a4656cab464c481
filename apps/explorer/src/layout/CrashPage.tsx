import type { FallbackProps } from 'react-error-boundary'
import { LoadError } from '../states/part'

/** Replaces a page that failed to load or render. */
export function CrashPage({ error }: FallbackProps) {
  const [title, help] = error instanceof LoadError ? unloaded : crashed
  return (
    <div className="notice" role="alert" data-testid="crash">
      <h1>{title}</h1>
      <p>{help}</p>
      <code>{String(error)}</code>
      <div className="actions">
        <button type="button" className="primary" onClick={() => location.reload()}>
          Reload page
        </button>
      </div>
    </div>
  )
}

const unloaded = [
  'This page couldn’t be loaded',
  'You may be offline, or the explorer was updated. Reload the page when you are online.',
] as const

const crashed = [
  'This page crashed',
  'This is a bug in the explorer. Your flow is not affected. Reloading the page may help.',
] as const

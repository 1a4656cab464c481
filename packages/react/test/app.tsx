import { type App, type AppOptions, createApp as createAppWith } from '@flow-query/contract'
import { QueryClient } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { wrapperOf } from './framework.js'

/** Creates an app, and the wrapper to pass to `render`. */
export function createApp(options?: AppOptions): App & { wrapper: ReturnType<typeof wrapperOf> } {
  const app = createAppWith(QueryClient, options)
  return { ...app, wrapper: wrapperOf(app) }
}

/** Shows the error that a component below it has thrown, and a button to try again. */
export class ErrorBoundary extends Component<{ children: ReactNode; onReset?: () => void }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const reset = () => {
      this.props.onReset?.()
      this.setState({ error: undefined })
    }
    return (
      <>
        <p role="alert">{error.message}</p>
        <button type="button" onClick={reset}>
          Try again
        </button>
      </>
    )
  }
}

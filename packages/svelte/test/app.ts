import { type App, type AppOptions, createApp as createAppWith } from '@flow-query/contract'
import { QueryClient } from '@tanstack/svelte-query'
import { render } from '@testing-library/svelte'
import { wrapperOf } from './framework.js'
import Hook from './Hook.svelte'

/** Creates an app, and the wrapper to pass to `render`. */
export function createApp(options?: AppOptions): App & ReturnType<typeof wrapperOf> {
  const app = createAppWith(QueryClient, options)
  return { ...app, ...wrapperOf(app) }
}

/** Calls `use` in a new component, and returns the result. */
export function renderHook<Result>(use: () => Result, app: ReturnType<typeof wrapperOf>) {
  const results: Result[] = []
  const { unmount } = render(Hook, { use: () => void results.push(use()) }, app)
  const [result] = results as [Result]
  return { result, unmount }
}

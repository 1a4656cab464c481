import { render } from '@testing-library/svelte'
import type { App } from './app.js'
import Hook from './Hook.svelte'

/** Mounts a component that does nothing else, and hands out what it got. */
export function renderHook<Result>(use: () => Result, app: App): { result: Result; unmount: () => void } {
  const results: Result[] = []
  const { unmount } = render(Hook, { use: () => void results.push(use()) }, app)
  const [result] = results as [Result]
  return { result, unmount }
}

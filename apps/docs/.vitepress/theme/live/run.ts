import type { FlowClient } from '@flow-query/core'

/** Values of an example's arguments, which the reader may change. */
export type Given = Record<string, string | boolean>

/** An example, and where it is shown. */
interface Stage {
  /** The modules of its files. */
  modules: readonly Record<string, unknown>[]
  given: Given
  client: FlowClient
  element: HTMLElement
}

/** Shows an example. What is returned ends it. */
export type Run = (stage: Stage) => () => void

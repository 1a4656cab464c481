import type { FlowClient } from '@flow-query/core'

/** The arguments of an example, by name. */
export type Given = Record<string, string | boolean>

/** An example and the element that shows it. */
interface Stage {
  /** The modules of the example's files. */
  modules: readonly Record<string, unknown>[]
  given: Given
  client: FlowClient
  element: HTMLElement
}

/** Shows an example and returns a function that stops it. */
export type Run = (stage: Stage) => () => void

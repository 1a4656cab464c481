/**
 * - `pass`: the node behaves as the API description says
 * - `differs`: the node deviates in a way that flow-query handles, or that hardly affects users
 * - `fails`: a feature does not work
 * - `skipped`: this could not be checked
 */
export type Verdict = 'pass' | 'differs' | 'fails' | 'skipped'

export interface Finding {
  group: string
  topic: string
  verdict: Verdict
  text: string
}

export type Outcome = readonly [verdict: Verdict, text: string]

/** One check. If `run` throws, the verdict is `fails`. */
export interface Step {
  group: string
  topic: string
  run: () => Promise<Outcome>
}

export const pass = (text: string): Outcome => ['pass', text]
export const differs = (text: string): Outcome => ['differs', text]
export const fails = (text: string): Outcome => ['fails', text]
export const skipped = (text: string): Outcome => ['skipped', text]

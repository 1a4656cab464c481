/**
 * - `pass`: as the interface has it
 * - `differs`: otherwise than described, in a way that flow-query knows and copes with, or that costs a user little
 * - `fails`: something a user counts on does not work
 * - `skipped`: could not be tried here
 */
export type Verdict = 'pass' | 'differs' | 'fails' | 'skipped'

export interface Finding {
  /** `routes`, `paging`, `errors`, `pages`, `heights`, `events`. */
  group: string
  topic: string
  verdict: Verdict
  /** What was found, and what it means to a user. */
  text: string
}

export type Outcome = readonly [verdict: Verdict, text: string]

/** One thing to try. What it throws is a failure. */
export interface Step {
  group: string
  topic: string
  run: () => Promise<Outcome>
}

export const pass = (text: string): Outcome => ['pass', text]
export const differs = (text: string): Outcome => ['differs', text]
export const fails = (text: string): Outcome => ['fails', text]
export const skipped = (text: string): Outcome => ['skipped', text]

/**
 * - `pass`: the node behaves as the API description says
 * - `differs`: the node deviates in a way that flow-query handles, or that hardly affects users
 * - `fails`: a feature does not work
 * - `skipped`: this could not be checked
 */
export type StepStatus = 'pass' | 'differs' | 'fails' | 'skipped'

export interface StepResult {
  status: StepStatus
  text: string
}

export interface Finding extends StepResult {
  group: string
  topic: string
}

/** One check. If `run` throws, the status is `fails`. */
export interface Step {
  group: string
  topic: string
  run: () => Promise<StepResult>
}

export const pass = (text: string): StepResult => ({ status: 'pass', text })
export const differs = (text: string): StepResult => ({ status: 'differs', text })
export const fails = (text: string): StepResult => ({ status: 'fails', text })
export const skipped = (text: string): StepResult => ({ status: 'skipped', text })

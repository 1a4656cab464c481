import { coinOf } from '../../coins.js'
import type { ForecastRisk, ForecastRiskKind } from '../result.js'

/** If the certainty is `unknown`, the result of the run is unknown. Otherwise, the run fails. */
export type Problem = Omit<ForecastRisk, 'at' | 'run'>

export function isUnknown(problems: readonly Problem[]): boolean {
  return problems.some(({ certainty }) => certainty === 'unknown')
}

export function shortage(
  kind: ForecastRiskKind,
  { address, denom }: { address: string; denom: string },
  needed: bigint,
  has: bigint,
): Problem {
  return {
    kind,
    certainty: 'likely',
    address,
    held: coinOf(denom, has),
    needed: coinOf(denom, needed),
    missing: coinOf(denom, needed - has),
  }
}

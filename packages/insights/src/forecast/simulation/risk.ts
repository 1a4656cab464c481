import { coinOf } from '../../coins.js'
import type { ForecastRisk, ForecastRiskKind } from '../result.js'

/** If the certainty is `unknown`, so is the outcome of the run, and otherwise the run fails. */
export type RunRisk = Omit<ForecastRisk, 'at' | 'run'>

export function isUnknown(risks: readonly RunRisk[]): boolean {
  return risks.some(({ certainty }) => certainty === 'unknown')
}

export function fatalRisk(risks: readonly RunRisk[]): RunRisk | undefined {
  return risks.find(({ certainty }) => certainty !== 'unknown')
}

export function shortage(
  kind: ForecastRiskKind,
  { address, denom }: { address: string; denom: string },
  needed: bigint,
  has: bigint,
): RunRisk {
  return {
    kind,
    certainty: 'likely',
    address,
    held: coinOf(denom, has),
    needed: coinOf(denom, needed),
    missing: coinOf(denom, needed - has),
  }
}

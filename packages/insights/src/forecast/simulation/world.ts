import type { FeeRules, ReleaseRules } from '@flow-query/rules'
import type { Evidence } from '../../conditions/evidence.js'
import type { Ledger } from './money/ledger.js'

export interface World {
  /** The time of the newest block, in milliseconds since 1970. */
  now: number
  rules: ReleaseRules
  feeRules: FeeRules
  /** The balances and permissions on this chain, which the runs change. */
  ledger: Ledger
  /** The same on other chains, by connection ID. */
  otherLedgers: ReadonlyMap<string, Ledger>
  /** The results of other flows, which include simulated runs. */
  evidence: Evidence
  isTopUp: boolean
}

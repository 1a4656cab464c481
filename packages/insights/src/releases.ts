import type { ChainRelease } from '@flow-query/core'
import { earlierRules, newestRules, type ReleaseRules } from '@flow-query/rules'

interface Release {
  /** The first block of the mainnet with these rules. Release 1.0.7 needed no upgrade, so its height is from its source code. */
  since: number
  /** Undefined if flows of the release can only be read, without forecasts and checks of drafts. */
  rules: ReleaseRules | undefined
  /** Whether a run that is sent to another chain ends the flow. */
  endsSentRuns: boolean
}

/** The releases of the chain with different rules, newest first. */
export const releases: Readonly<Record<ChainRelease, Release>> = {
  current: { since: 10_629_234, rules: newestRules, endsSentRuns: false },
  '1.0.7': { since: 3_850_000, rules: earlierRules, endsSentRuns: false },
  '1.0.5': { since: 3_455_000, rules: undefined, endsSentRuns: true },
  legacy: { since: 0, rules: undefined, endsSentRuns: false },
}

export function releaseAt(height: number): ChainRelease {
  const names = Object.keys(releases) as ChainRelease[]
  return names.find(name => height >= releases[name].since) ?? 'legacy'
}

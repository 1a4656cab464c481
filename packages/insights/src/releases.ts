import type { ChainRelease } from '@flow-query/core'

interface ReleaseRules {
  /** The first block of the mainnet with these rules. Release 1.0.7 needed no upgrade, so its height is from its source code. */
  since: number
  /** Whether forecasts and checks of drafts know the rules of the release. Flows of other releases can only be read. */
  isSupported: boolean
  /** The run that ends a flow if it has no result: the run before the last one, the last one, or none. */
  openRun: 'before' | 'beforeIfRemote' | 'itself' | 'none'
  /** Whether a comparison can have the operand `delta`. */
  hasDelta: boolean
  /** Whether a flow can't create a validator. */
  gatesValidators: boolean
}

/** The rules that differ between releases of the chain, newest first. */
export const releases: Readonly<Record<ChainRelease, ReleaseRules>> = {
  current: { since: 10_629_234, isSupported: true, openRun: 'beforeIfRemote', hasDelta: true, gatesValidators: true },
  '1.0.7': { since: 3_850_000, isSupported: true, openRun: 'before', hasDelta: false, gatesValidators: false },
  '1.0.5': { since: 3_455_000, isSupported: false, openRun: 'itself', hasDelta: false, gatesValidators: false },
  legacy: { since: 0, isSupported: false, openRun: 'none', hasDelta: false, gatesValidators: false },
}

/** Returns whether the result of a run decides one run later whether the flow continues. */
export function decidesLate(release: ChainRelease, isRemote: boolean): boolean {
  const { openRun } = releases[release]
  return openRun === 'before' || (openRun === 'beforeIfRemote' && isRemote)
}

export function releaseAt(height: number): ChainRelease {
  const names = Object.keys(releases) as ChainRelease[]
  return names.find(name => height >= releases[name].since) ?? 'legacy'
}

import { earlierRules, newestRules, type ReleaseRules } from '@flow-query/rules'

/** The version of the node's API. */
export type Version = 'v1' | 'v1beta1'

/** A release of the node and how its behavior differs from other releases. Flows of releases before 1.0.7 run by the rules of 1.0.7. */
export interface Release extends ReleaseRules {
  /** The release name, for example `1.0.2`. */
  name: string
  version: Version
  /** Whether the node checks new flows and simulates transactions. */
  isSupported: boolean
  /** Flows have a `hosted_config`, a `host_connection_id` and `reregister_ica_after_timeout`. Removed in 0.9.0. */
  hostedConfig: boolean
  /** Params use Go field names such as `FlowFundsCommission`. */
  goParams: boolean
  /** Comparisons and feedback loops have a `difference_mode`. */
  differenceMode: boolean
  /** The node serves the total amount of burned coins. */
  totalBurnt: boolean
  /** Flows emit events such as `flow-created`. Earlier releases emit only a `flow` event for each execution. */
  flowEvents: boolean
  /** The event for a successful acknowledgement includes the flow's id. */
  answerEvents: boolean
  /** The intent module's error code for "not found". */
  notFoundCode: number
  /** Whether error messages have a space after each comma. The spacing of protobuf's JSON varies between builds. */
  spacedErrors: boolean
}

const oldestRelease: Omit<Release, 'name'> = {
  version: 'v1beta1',
  isSupported: false,
  hostedConfig: true,
  goParams: true,
  differenceMode: false,
  totalBurnt: false,
  flowEvents: false,
  answerEvents: false,
  notFoundCode: 16,
  spacedErrors: true,
  ...earlierRules,
}

const releaseChanges: readonly (readonly [since: string, change: Partial<Release>])[] = [
  ['0.8.4', { goParams: false }],
  ['0.9.0', { hostedConfig: false }],
  ['0.9.3', { flowEvents: true }],
  ['1.0.0', { version: 'v1', answerEvents: true, notFoundCode: 302, spacedErrors: false }],
  ['1.0.3', { differenceMode: true, spacedErrors: true }],
  ['1.0.5', { totalBurnt: true }],
  ['1.0.7', { isSupported: true }],
  ['1.0.9', newestRules],
]

const releaseRanges: Readonly<Record<Version, { first: string; newest: string }>> = {
  v1beta1: { first: '0.8.2', newest: '0.9.4-r4' },
  v1: { first: '1.0.0', newest: '1.1.0-hotfix.13' },
}

/** Finds the release that a node runs. Defaults to the newest release of `version`, and `version` defaults to `v1`. */
export function findRelease({ release, version }: { release?: string; version?: Version }): Release {
  const name = release ?? releaseRanges[version ?? 'v1'].newest
  if (!isKnown(name)) throw new RangeError(`Release ${name} does not exist. Supported releases are ${knownReleases()}.`)
  const found: Release = { ...oldestRelease, name }
  for (const [since, change] of releaseChanges) if (!isBefore(name, since)) Object.assign(found, change)
  if (version !== undefined && version !== found.version)
    throw new RangeError(
      `Release ${name} serves ${found.version}, not ${version}. Supported releases are ${knownReleases()}.`,
    )
  return found
}

function isKnown(name: string): boolean {
  if (orderOf(name) === null) return false
  return Object.values(releaseRanges).some(({ first, newest }) => !isBefore(name, first) && !isBefore(newest, name))
}

function knownReleases(): string {
  return Object.entries(releaseRanges)
    .map(([version, { first, newest }]) => `${first} to ${newest} (${version})`)
    .join(' and ')
}

function isBefore(one: string, other: string): boolean {
  const [a, b] = [orderOf(one) ?? [], orderOf(other) ?? []]
  const differs = a.findIndex((part, index) => part !== b[index])
  return differs >= 0 && (a[differs] ?? 0) < (b[differs] ?? 0)
}

/** `0.9.0-beta` precedes 0.9.0, but `0.9.4-r4` and `1.1.0-hotfix.13` follow 0.9.4 and 1.1.0. */
const suffixOrder: Readonly<Record<string, number>> = { beta: -1, '': 0, r: 1, hotfix: 1 }

function orderOf(name: string): number[] | null {
  const found = /^(\d+)\.(\d+)\.(\d+)(?:-(beta|r|hotfix)\.?(\d*))?$/.exec(name)
  if (!found) return null
  const [, major, minor, patch, suffix = '', number = ''] = found
  return [Number(major), Number(minor), Number(patch), suffixOrder[suffix] ?? 0, Number(number)]
}

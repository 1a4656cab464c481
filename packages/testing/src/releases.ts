/** Which version of the interface a node serves. */
export type Version = 'v1' | 'v1beta1'

/** A release of the node, with what it does in its own way. */
export interface Release {
  /** As `1.0.2`. */
  name: string
  version: Version
  /** Flows have a `hosted_config`, a `host_connection_id` and `reregister_ica_after_timeout`, as before 0.9.0. */
  hostedConfig: boolean
  /** Params have the names of their fields in Go, such as `FlowFundsCommission`. */
  goParams: boolean
  /** Comparisons and feedback loops have a `difference_mode`. */
  differenceMode: boolean
  /** What was burnt in all can be asked for. */
  totalBurnt: boolean
  /** Events tell what becomes of flows; before, there was nothing but a `flow` when one ran. */
  flowEvents: boolean
  /** The event of a packet that another chain answered well names the flow. */
  answerEvents: boolean
  /** A run that finds the one before it without an outcome is the flow's last. */
  endsAfterOpenRun: boolean
  /** The intent module's code for what is not found. */
  notFoundCode: number
  /** Whether errors have a space after each comma: protobuf's JSON has, or has not, by the build. */
  spacedErrors: boolean
}

const OLDEST: Omit<Release, 'name'> = {
  version: 'v1beta1',
  hostedConfig: true,
  goParams: true,
  differenceMode: false,
  totalBurnt: false,
  flowEvents: false,
  answerEvents: false,
  endsAfterOpenRun: false,
  notFoundCode: 16,
  spacedErrors: true,
}

/** What each release changed, oldest first. */
const CHANGES: readonly (readonly [since: string, change: Partial<Release>])[] = [
  ['0.8.4', { goParams: false }],
  ['0.9.0', { hostedConfig: false }],
  ['0.9.3', { flowEvents: true }],
  ['1.0.0', { version: 'v1', answerEvents: true, endsAfterOpenRun: true, notFoundCode: 302, spacedErrors: false }],
  ['1.0.3', { differenceMode: true, spacedErrors: true }],
  ['1.0.5', { totalBurnt: true }],
]

/** The first and the newest release of each version. */
const KNOWN: Readonly<Record<Version, { first: string; newest: string }>> = {
  v1beta1: { first: '0.8.2', newest: '0.9.4-r4' },
  v1: { first: '1.0.0', newest: '1.1.0-hotfix.13' },
}

/**
 * The release that a node is of: the newest of its version where none is named, `v1` where that is not named either.
 *
 * @throws {RangeError} where there is no such release, or the version has none of that name
 */
export function findRelease({ release, version }: { release?: string; version?: Version }): Release {
  const name = release ?? KNOWN[version ?? 'v1'].newest
  if (!isKnown(name)) throw new RangeError(`There is no release ${name}. There are ${knownReleases()}.`)
  const found: Release = { ...OLDEST, name }
  for (const [since, change] of CHANGES) if (!isBefore(name, since)) Object.assign(found, change)
  if (version !== undefined && version !== found.version)
    throw new RangeError(`Release ${name} serves ${found.version}, not ${version}. There are ${knownReleases()}.`)
  return found
}

function isKnown(name: string): boolean {
  if (orderOf(name) === null) return false
  return Object.values(KNOWN).some(({ first, newest }) => !isBefore(name, first) && !isBefore(newest, name))
}

function knownReleases(): string {
  return Object.entries(KNOWN)
    .map(([version, { first, newest }]) => `${first} to ${newest} (${version})`)
    .join(' and ')
}

function isBefore(one: string, other: string): boolean {
  const [a, b] = [orderOf(one) ?? [], orderOf(other) ?? []]
  const differs = a.findIndex((part, index) => part !== b[index])
  return differs >= 0 && (a[differs] ?? 0) < (b[differs] ?? 0)
}

/** `0.9.0-beta` comes before 0.9.0, while `0.9.4-r4` and `1.1.0-hotfix.13` come after what they are named for. */
const SUFFIXES: Readonly<Record<string, number>> = { beta: -1, '': 0, r: 1, hotfix: 1 }

function orderOf(name: string): number[] | null {
  const found = /^(\d+)\.(\d+)\.(\d+)(?:-(beta|r|hotfix)\.?(\d*))?$/.exec(name)
  if (!found) return null
  const [, major, minor, patch, suffix = '', number = ''] = found
  return [Number(major), Number(minor), Number(patch), SUFFIXES[suffix] ?? 0, Number(number)]
}

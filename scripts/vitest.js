/**
 * The root options of every Vitest configuration. A run writes a report for `scripts/test.js`.
 *
 * The options cannot be arguments of the command: Turbo adds arguments to the hash of all tasks in a run, so it would
 * build every package again while other suites use the builds.
 */
export const reporting = {
  reporters: ['default', 'json'],
  outputFile: { json: 'reports/test.json' },
}

/** Limits that a busy machine doesn't reach. Tests wait for conditions, so the limits don't slow them down. */
export const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

const slow = 'src/**/*.slow.test.ts'
const servers = 'src/**/*.server.test.ts'

/**
 * The projects of a package with tests of different duration: `fast`, `slow`, and `servers` for tests that need programs
 * from Debian packages, such as Redis.
 *
 * @type {import('vitest/config').TestProjectInlineConfiguration[]}
 */
export const bySpeed = [
  { extends: true, test: { name: 'fast', include: ['src/**/*.test.ts'], exclude: [slow, servers] } },
  { extends: true, test: { name: 'slow', include: [slow] } },
  { extends: true, test: { name: 'servers', include: [servers] } },
]

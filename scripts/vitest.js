/**
 * The root options of every Vitest configuration. A run writes a report for `scripts/test.js`.
 *
 * The options cannot be arguments of the command: Turbo adds arguments to the hash of all tasks in a run, so it would
 * build every package again while other suites use the builds.
 */
export const reporting = { reporters: ['default', 'json'], outputFile: { json: 'reports/test.json' } }

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

import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { waitLimit } from './wait-limit.js'

/** The options of all tests. */
export const shared = {
  // A busy machine doesn't reach these limits. Tests wait for conditions, so the limits don't slow them down.
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: waitLimit } },
  // Many tests wait for a process, a server or the next block, so another file can run in the meantime.
  maxWorkers: availableParallelism() + 1,
}

/** A setup file for packages with property tests. */
export const seed = fileURLToPath(new URL('seed.js', import.meta.url))

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

import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { waitLimit } from './wait-limit.js'

/** The options of all tests. */
export const shared = {
  // A busy machine doesn't reach these limits. Tests wait for conditions, so the limits don't slow them down.
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: waitLimit } },
  // Vitest's default leaves one processor idle.
  maxWorkers: availableParallelism(),
}

const pathOf = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url))

/** A setup file for suites with real time. It chooses the seed of random values. */
export const seed = pathOf('seed.js')

const long = 'src/**/*.long.test.{ts,tsx}'
const slow = 'src/**/*.slow.test.{ts,tsx}'
const servers = 'src/**/*.server.test.ts'

/** The options of unit tests: virtual time, a seed, and neither sockets nor processes. */
export const unit = {
  name: 'unit',
  setupFiles: [pathOf('unit.js')],
  retry: 0,
  // The files share one module graph, except under `npm run mutate`, where each test has to load the changed module.
  isolate: 'STRYKER_MUTATOR_WORKER' in process.env,
}

/**
 * The projects of a package. `unit` has a virtual clock, and so does `long`, whose tests compute for many seconds. `slow` has tests that
 * need real time, sockets or processes, and `servers` has those that need programs from Debian packages, such as Redis.
 *
 * @type {import('vitest/config').TestProjectInlineConfiguration[]}
 */
export const bySuite = [
  { extends: true, test: { ...unit, include: ['{src,examples}/**/*.test.{ts,tsx}'], exclude: [long, slow, servers] } },
  { extends: true, test: { ...unit, name: 'long', include: [long] } },
  { extends: true, test: { name: 'slow', setupFiles: [seed], include: [slow] } },
  { extends: true, test: { name: 'servers', setupFiles: [seed], include: [servers] } },
]

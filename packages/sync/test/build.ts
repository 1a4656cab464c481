import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Turborepo builds packages before it runs tests. */
const isBuilt = 'TURBO_HASH' in process.env

/** Builds the package before the tests, because some of them run it in a separate process. */
export function setup(): void {
  if (isBuilt) return
  const root = fileURLToPath(new URL('..', import.meta.url))
  execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
}

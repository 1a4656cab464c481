import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the package before the tests, because some of them run it in a separate process. */
export function setup(): void {
  const root = fileURLToPath(new URL('..', import.meta.url))
  execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
}

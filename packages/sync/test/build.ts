import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What runs in processes of its own is the built package, of the source as it is now. */
export function setup(): void {
  const root = fileURLToPath(new URL('..', import.meta.url))
  execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
}

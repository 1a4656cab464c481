// Prints the minified and Brotli-compressed size of each import, with its limit.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const { stdout, status } = spawnSync('size-limit', ['--json'], { cwd: root, encoding: 'utf8' })
const limits = new Map(
  JSON.parse(readFileSync(join(root, '.size-limit.json'), 'utf8')).map(({ name, limit }) => [name, limit]),
)

for (const { name, size, passed } of JSON.parse(stdout)) {
  console.log(
    `${passed ? '✓' : '✗'} ${name.padEnd(50)} ${`${(size / 1000).toFixed(2)} kB`.padStart(8)}  of ${limits.get(name)}`,
  )
}
process.exitCode = status ?? 1

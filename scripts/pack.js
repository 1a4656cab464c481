// Builds the published packages and packs each into `dist/`: `npm run packages`.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { manifestOf, packAll, published, root } from './packages.js'

const filters = published.map(folder => `--filter=${manifestOf(folder).name}`)
const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
try {
  const build = ['run', 'build', ...filters, '--output-logs=errors-only', '--log-order=grouped']
  execFileSync(join(root, 'node_modules/.bin/turbo'), build, { cwd: root, env, stdio: 'inherit' })
} catch (error) {
  process.exit(error.status ?? 1)
}

const packed = packAll(join(root, 'dist'))
console.log(`\nPacked ${packed.length} packages into dist/:\n`)
const width = Math.max(...packed.map(({ name }) => name.length))
for (const { name, version, files } of packed)
  console.log(`  ${name.padEnd(width)}  ${version}  ${`${files.length}`.padStart(4)} files`)
console.log('\nNext: npm run cli -- init ../my-flows --packages dist\n')

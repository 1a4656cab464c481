import { deepEqual, equal } from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { test } from 'node:test'

const resolutions = [
  ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ['--module', 'node16', '--moduleResolution', 'node16'],
  ['--module', 'nodenext', '--moduleResolution', 'nodenext'],
]
const options = '--strict --target es2022 --lib es2023,dom --skipLibCheck --outDir dist'.split(' ')

/** What the compiler finds wrong. */
function compile(version, ...args) {
  const tsc = `node_modules/typescript-${version}/bin/tsc`
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, ...options, ...args], { encoding: 'utf8' })
  return stdout + stderr
}

for (const version of ['5.4', '5.9', '7'])
  for (const resolution of resolutions)
    test(`TypeScript ${version} ${resolution.join(' ')}`, () => {
      equal(compile(version, ...resolution, 'label.ts'), '')
      const said = execFileSync(process.execPath, ['dist/label.js'], { encoding: 'utf8' })
      deepEqual(said.split('\n'), ['Pay rent Unknown', '`id` is undefined, not a uint64', ''])
    })

// Before 5.8, TypeScript lets no CommonJS module take an ES module.
for (const version of ['5.9', '7'])
  test(`TypeScript ${version}: a CommonJS module`, () => {
    equal(compile(version, '--module', 'nodenext', 'server.cts'), '')
  })

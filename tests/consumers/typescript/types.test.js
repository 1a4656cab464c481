import { deepEqual, equal } from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { test } from 'node:test'

const resolutions = [
  ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ['--module', 'node16', '--moduleResolution', 'node16'],
  ['--module', 'nodenext', '--moduleResolution', 'nodenext'],
]
const options = '--strict --target es2022 --lib es2023,dom --outDir dist'.split(' ')

/** Returns the compiler's messages. */
function compile(version, ...args) {
  const tsc = `node_modules/typescript-${version}/bin/tsc`
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, ...options, ...args], { encoding: 'utf8' })
  return stdout + stderr
}

for (const version of ['5.6', '5.9', '7'])
  for (const resolution of resolutions)
    test(`TypeScript ${version} ${resolution.join(' ')}`, () => {
      equal(compile(version, '--skipLibCheck', ...resolution, 'label.ts'), '')
      const output = execFileSync(process.execPath, ['dist/label.js'], { encoding: 'utf8' })
      deepEqual(output.split('\n'), ['Pay rent Waiting', '`id` must be a uint64 such as 14, got undefined', ''])
    })

// Before 5.8, TypeScript doesn't allow CommonJS modules to require ES modules, so it rejects the declarations of our CommonJS build.
for (const version of ['5.9', '7'])
  test(`TypeScript ${version} compiles a CommonJS module and its declarations`, () => {
    equal(compile(version, '--skipLibCheck', 'false', '--module', 'nodenext', 'server.cts'), '')
  })

test('TypeScript 5.6 compiles a CommonJS module for React without checking declarations', () => {
  equal(compile('5.6', '--skipLibCheck', '--module', 'node16', 'server.cts'), '')
})

// The declarations of Svelte Query only compile with this module resolution.
test('TypeScript 5.6 accepts the declarations of every entry point', () => {
  const [bundler] = resolutions
  equal(compile('5.6', '--skipLibCheck', 'false', '--noEmit', ...bundler, 'entry-points.ts'), '')
})

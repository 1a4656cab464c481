// Packs all packages whose version is not on npm yet into dist/release. The release workflow publishes these files.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { locate } from './locate.js'
import { manifestOf, packAll, published, root } from './packages.js'

const target = join(root, 'dist', 'release')
const { repository } = manifestOf(root)

if (!repository) fail('Set `repository` in the root package.json, because packages link to it and npm verifies it.')
if (run('git', 'status', '--porcelain')) fail('Commit or remove your changes first.')
const changesets = readdirSync(join(root, '.changeset')).filter(name => name.endsWith('.md') && name !== 'README.md')
if (changesets.length > 0) fail('Some changesets have no version yet. Run: npx changeset version')

const revision = run('git', 'rev-parse', 'HEAD')
run('npx', 'turbo', 'run', 'build', '--filter=./packages/*')
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const temporary = mkdtempSync(join(tmpdir(), 'flow-query-release-'))
const folders = Object.fromEntries(published.map(folder => [manifestOf(folder).name, folder]))
for (const { name, version, filename } of packAll(temporary)) {
  const folder = folders[name]
  if (isPublished(name, version)) {
    console.log(`${name} ${version} is already on npm.`)
    continue
  }
  const unpacked = join(temporary, basename(folder))
  mkdirSync(unpacked)
  run('tar', '-xzf', filename, '-C', unpacked, '--strip-components', '1')
  locate(unpacked, { repository, directory: relative(root, folder), revision })
  run('npm', 'pack', '--pack-destination', target, unpacked)
  console.log(`${name} ${version} is packed.`)
}
console.log(`\nThe tarballs are in ${relative(root, target)}. Push a tag such as release-2026-12-01 to publish them.`)

function isPublished(name, version) {
  try {
    return run('npm', 'view', `${name}@${version}`, 'version') === version
  } catch {
    return false
  }
}

function run(program, ...words) {
  return execFileSync(program, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

// Packs all built packages whose version is not on npm yet into dist/release. The release workflow publishes these files.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { locate } from './locate.js'
import { manifestOf, packAll, published, root } from './packages.js'
import { repositoryUrl } from './repository.js'

const target = join(root, 'dist', 'release')
const repository = readRepository()
if (!repository) fail('Set `repository` in the root package.json, because packages link to it and npm verifies it.')
if (run('git', 'status', '--porcelain')) fail('Commit or remove your changes first.')
const changesets = readdirSync(join(root, '.changeset')).filter(name => name.endsWith('.md') && name !== 'README.md')
if (changesets.length > 0) fail('Some changesets have no version yet. Run: npm run changeset version')

const revision = run('git', 'rev-parse', 'HEAD')
const registry = run('npm', 'config', 'get', 'registry').replace(/\/$/, '')
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const temporary = mkdtempSync(join(tmpdir(), 'flow-query-release-'))
const folders = Object.fromEntries(published.map(folder => [manifestOf(folder).name, folder]))
for (const { name, version, filename } of packAll(temporary)) {
  if (await isPublished(name, version)) {
    console.log(`${name} ${version} is already on npm.`)
    continue
  }
  const directory = relative(root, folders[name])
  const unpacked = join(temporary, directory, 'package')
  mkdirSync(unpacked, { recursive: true })
  run('tar', '-xzf', filename, '-C', unpacked, '--strip-components', '1')
  locate(unpacked, { repository, directory, revision })
  run('tar', '-czf', join(target, basename(filename)), '-C', join(temporary, directory), 'package')
  console.log(`${name} ${version} is packed.`)
}
rmSync(temporary, { recursive: true })
console.log(`\nThe tarballs are in ${relative(root, target)}. Push a tag such as release-2026-12-01 to publish them.`)

function readRepository() {
  try {
    return repositoryUrl(manifestOf(root))
  } catch (error) {
    fail(error.message)
  }
}

async function isPublished(name, version) {
  const response = await fetch(`${registry}/${name.replace('/', '%2f')}`)
  if (response.status === 404) return false
  if (!response.ok) fail(`${response.url} answered ${response.status}.`)
  return version in (await response.json()).versions
}

function run(program, ...words) {
  return execFileSync(program, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

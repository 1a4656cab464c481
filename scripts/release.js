// Publishes every package whose version is not published yet: built, tested, packed as users get it.
// `npm run release -- --dry` does all of that but publish, and prints what would be.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { locate } from './locate.js'
import { manifestOf, published, root } from './packages.js'

const isDry = process.argv.includes('--dry')
const { repository } = manifestOf(root)

if (!isDry && !repository)
  fail('package.json at the root has no `repository`: packages link to it, and provenance needs it.')
if (run('git', 'status', '--porcelain')) fail('Something is not committed.')
const waiting = readdirSync(join(root, '.changeset')).filter(name => name.endsWith('.md') && name !== 'README.md')
if (waiting.length > 0 && !isDry) fail('Changes wait for their version: npx changeset version')

show('npm', 'test')

const packages = mkdtempSync(join(tmpdir(), 'flow-query-release-'))
for (const folder of published) {
  const { name, version } = manifestOf(folder)
  const unpacked = join(packages, basename(folder))
  pack(folder, unpacked)
  if (repository) locate(unpacked, { repository, directory: relative(root, folder), tag: `v${version}` })
  console.log(`${name} ${version}`)
  if (isDry) show('npm', 'publish', '--dry-run', '--provenance=false', unpacked)
  else if (isPublished(name, version)) console.log('  published before')
  else show('npm', 'publish', unpacked)
}
if (waiting.length > 0) show('npx', 'changeset', 'status')

/** What users get of a package, in a folder. */
function pack(folder, to) {
  const { filename } = JSON.parse(run('npx', 'pnpm', '--dir', folder, 'pack', '--json', '--pack-destination', packages))
  mkdirSync(to)
  run('tar', '-xzf', filename, '-C', to, '--strip-components', '1')
}

function isPublished(name, version) {
  try {
    return run('npm', 'view', `${name}@${version}`, 'version') === version
  } catch {
    return false
  }
}

function run(command, ...args) {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function show(command, ...args) {
  execFileSync(command, args, { cwd: root, stdio: 'inherit' })
}

function fail(why) {
  console.error(why)
  process.exit(1)
}

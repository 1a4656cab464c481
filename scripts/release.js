// Publishes every package whose version is not published yet: built, tested, packed as users get it.
// `npm run release -- --dry` does all of that but publish, and prints what would be.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manifestOf, published, root } from './packages.js'

const isDry = process.argv.includes('--dry')
const { repository } = manifestOf(root)

if (!isDry && !repository)
  fail('package.json at the root has no `repository`: packages link to it, and provenance needs it.')
if (run('git', 'status', '--porcelain')) fail('Something is not committed.')
const waiting = readdirSync(join(root, '.changeset')).filter(name => name.endsWith('.md') && name !== 'README.md')
if (waiting.length > 0 && !isDry) fail('Changes wait for their version: npx changeset version')

show('npm', 'test')

const packed = mkdtempSync(join(tmpdir(), 'flow-query-release-'))
for (const folder of published) {
  const file = pack(folder)
  const { name, version } = manifestOf(folder)
  console.log(`${name} ${version}  ${Math.ceil(statSync(file).size / 1024)} kB`)
  if (isDry) show('npm', 'publish', '--dry-run', '--provenance=false', file)
  else if (isPublished(name, version)) console.log('  published before')
  else show('npm', 'publish', file)
}
if (waiting.length > 0) show('npx', 'changeset', 'status')

/** The tarball of a package, which says where it comes from. */
function pack(folder) {
  const manifest = join(folder, 'package.json')
  const before = readFileSync(manifest, 'utf8')
  const directory = folder.slice(root.length + 1)
  try {
    if (repository)
      writeFileSync(
        manifest,
        JSON.stringify({ ...JSON.parse(before), repository: { type: 'git', url: repository, directory } }),
      )
    const { filename } = JSON.parse(run('npx', 'pnpm', '--dir', folder, 'pack', '--json', '--pack-destination', packed))
    return filename
  } finally {
    writeFileSync(manifest, before)
  }
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

// Publishes a placeholder for each package that isn't on npm, because trusted publishing can only update packages that exist.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manifestOf, published } from './packages.js'

const failed = published.map(manifestOf).filter(manifest => !reserve(manifest))
if (failed.length > 0) {
  console.error(`Not reserved: ${failed.map(({ name }) => name).join(', ')}. Run the command again.`)
  process.exitCode = 1
}

/** Returns whether the name exists now. */
function reserve({ name, description, license }) {
  if (npm(['view', name, 'name'], { stdio: 'ignore' })) {
    console.log(`${name} is already on npm.`)
    return true
  }
  const cwd = mkdtempSync(join(tmpdir(), 'flow-query-name-'))
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name, version: '0.0.0', description, license }))
  writeFileSync(join(cwd, 'README.md'), `# ${name}\n\nThis version is a placeholder until the first release.\n`)
  const succeeded = npm(['publish', '--access', 'public'], { cwd, stdio: 'inherit' })
  rmSync(cwd, { recursive: true })
  return succeeded
}

function npm(args, options) {
  return spawnSync('npm', args, options).status === 0
}

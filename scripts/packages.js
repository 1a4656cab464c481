import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** The folders of all workspace packages. */
export const folders = ['packages', 'apps', 'tests']
  .flatMap(parent => readdirSync(join(root, parent)).map(name => join(root, parent, name)))
  .filter(folder => existsSync(join(folder, 'package.json')))

export const manifestOf = folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folders of the published packages. */
export const published = folders.filter(folder => !manifestOf(folder).private)

/** Packs the built packages into a folder. Returns the name, version, files and tarball (`filename`) of each. */
export function packAll(folder) {
  const filters = published.map(path => `--filter=${manifestOf(path).name}`)
  const args = ['--recursive', ...filters, 'pack', '--json', '--out', join(folder, '%s.tgz')]
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 28 }
  return JSON.parse(execFileSync(join(root, 'node_modules/.bin/pnpm'), args, options))
}

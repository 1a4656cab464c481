import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The files of the repository that match a pattern, in which `*` also matches folders. Files that Git ignores are missing. */
export function filesOf(pattern: string): string[] {
  const glob = globOf(pattern)
  files ??= filesIn('', [globOf('.git')])
  return files.filter(path => glob.test(path))
}

let files: string[] | undefined

function filesIn(folder: string, ignoredAbove: readonly RegExp[]): string[] {
  const ignored = [...ignoredAbove, ...ignoredBy(join(folder, '.gitignore'), folder)]
  return readdirSync(join(root, folder), { withFileTypes: true })
    .map(entry => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }))
    .filter(({ path }) => !ignored.some(glob => glob.test(path)))
    .flatMap(({ path, isFolder }) => (isFolder ? filesIn(path, ignored) : [path]))
    .sort()
}

/** The rules of a `.gitignore` file. A rule without a slash matches in all folders. */
function ignoredBy(file: string, folder: string): RegExp[] {
  if (!existsSync(join(root, file))) return []
  const rules = textOf(file).split('\n').filter(Boolean)
  return rules.flatMap(rule => (rule.includes('/') ? globOf(join(folder, rule)) : [globOf(rule), globOf(`*/${rule}`)]))
}

function globOf(pattern: string): RegExp {
  const parts = pattern.replace(/^\//, '').split('*')
  return new RegExp(`^${parts.map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`)
}

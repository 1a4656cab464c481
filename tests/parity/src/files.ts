import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The files of the repository that match a pathspec of Git, in which `*` also matches folders. */
export function filesOf(pathspec: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', pathspec]
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  return files.filter(file => existsSync(join(root, file)))
}

import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { manifestOf, published, root } from '../../scripts/packages.js'
import { run } from './project.js'

/** The object that npm writes in a clone with a remote. */
const repository = { type: 'git', url: 'git+https://forge.example.org/flow-query.git' }

/**
 * Copies the repository with its builds, adds `repository` and an `.npmrc`, and commits the copy. Changesets that have no version
 * yet aren't copied.
 */
export async function copyRepository(to: string, npmrc: string): Promise<void> {
  const files = await run(root, 'git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
  for (const file of files.split('\0').filter(isCopied)) cpSync(join(root, file), join(to, file))
  for (const folder of published)
    for (const name of ['dist', 'node_modules']) {
      const copy = join(to, relative(root, folder), name)
      cpSync(join(folder, name), copy, { recursive: true, verbatimSymlinks: true })
    }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
  writeFileSync(join(to, 'package.json'), JSON.stringify({ ...manifestOf(to), repository }, null, 2))
  writeFileSync(join(to, '.npmrc'), npmrc)
  await run(to, 'git', 'init', '--quiet')
  await commit(to, 'Add the repository')
}

function isCopied(file: string): boolean {
  return existsSync(join(root, file)) && !/^(\.changeset\/.*\.md)?$/.test(file)
}

export async function commit(folder: string, message: string): Promise<void> {
  await run(folder, 'git', 'add', '--all')
  const author = ['-c', 'user.name=Release', '-c', 'user.email=release@example.org']
  await run(folder, 'git', ...author, 'commit', '--quiet', '--message', message)
}

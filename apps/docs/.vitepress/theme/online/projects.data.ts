import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isReleased } from '../../../reference/notice.js'

const repository = pathToFileURL(`${join(import.meta.dirname, '../../../../..')}/`)
const cli = createRequire(import.meta.url).resolve('@flow-query/cli/package.json')

interface Projects {
  /** Whether the packages are on npm, so that an online editor can install them. */
  isReleased: boolean
  /** The files that `flow-query init` creates. */
  files: Record<string, Record<string, string>>
}

declare const data: Projects

export { data }

export default {
  load: (): Projects => ({
    isReleased: isReleased(repository),
    files: Object.fromEntries(['react', 'vue', 'svelte'].map(framework => [framework, create(framework)])),
  }),
}

function create(framework: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-online-'))
  try {
    const command = [join(cli, '../dist/cli.js'), 'init', folder, '--framework', framework]
    execFileSync(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] })
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
    return Object.fromEntries(paths.map(path => [relative(folder, path), readFileSync(path, 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

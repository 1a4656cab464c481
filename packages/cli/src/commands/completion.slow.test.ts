import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { run } from '../../test/run.js'

const folder = mkdtempSync(join(tmpdir(), 'flow-query-completion-'))
afterAll(() => rmSync(folder, { recursive: true }))

const lines: [line: string, words: string[]][] = [
  ['fl', ['flow', 'flows']],
  ['flows --st', ['--status']],
  ['flows --status ', ['active', 'scheduled', 'completed', 'stopped']],
  ['--path-version ', ['v1', 'v1beta1', 'auto']],
  ['--embedded flows --sort n', ['nextRun']],
  ['flow --js', ['--json']],
  ['help ex', ['explain', 'export']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['nothing --st', []],
]

async function scriptFor(shell: string): Promise<string> {
  const { stdout, status } = await run(['completion', shell])
  expect(status).toBe(0)
  const path = join(folder, shell)
  writeFileSync(path, stdout)
  return path
}

test.each(lines)('bash completes %j', async (line, words) => {
  const script = await scriptFor('bash')
  const typed = ['flow-query', ...line.split(' ')]
  const program = `source ${script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _flow_query; printf '%s\\n' "\${COMPREPLY[@]}"`
  const completed = execFileSync('bash', ['-c', program, 'bash', ...typed], { encoding: 'utf8' })
  expect(completed.split('\n').filter(Boolean)).toEqual(words)
})

describe.skipIf(!isInstalled('fish'))('in fish', () => {
  test.each(lines)('completes %j', async (line, words) => {
    const script = await scriptFor('fish')
    const program = `source ${script}; complete -C "flow-query ${line}"`
    const completed = execFileSync('fish', ['-N', '-c', program], { encoding: 'utf8' })
    expect(completed.split('\n').flatMap(text => text.split('\t')[0] || [])).toEqual(expect.arrayContaining(words))
  })
})

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, program)))
}

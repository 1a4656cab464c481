import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { closeNodes, recordedNode } from '../test/node.js'
import { leftOn, run, runInTerminal, start } from '../test/run.js'

afterEach(closeNodes)

const draft = fileURLToPath(new URL('../test/draft.json', import.meta.url))
const guide = readFileSync(new URL('../../../apps/docs/pages/guides/cli.md', import.meta.url), 'utf8')
/** The time at which the guide's output was recorded. The demo chain depends only on the time. */
const at = Date.parse('2026-11-21T12:00:00Z')

/** The commands in the guide, each with its output. */
const shown = Array.from(guide.matchAll(/```console\n(.*?)```/gs), ([, block = '']) => block)
  .flatMap(block => block.split(/^\$ flow-query /m).slice(1))
  .map(text => {
    const [command = '', ...output] = text.trimEnd().split('\n')
    return [command, output.join('\n')] as const
  })

test('the guide shows several commands', () => {
  expect(shown.length).toBeGreaterThan(3)
})

test.each(shown)('the guide shows the output of flow-query %s', async (command, output) => {
  const { served, at: nodeTime } = recordedNode('v1')
  const args = command.replace('draft.json', draft).split(' ')
  // The recorded node makes no blocks, so its chain would look stopped at any other time.
  vi.setSystemTime(command.includes(served.url) ? nodeTime : at)
  const { screen } = await runInTerminal(100, args, { NO_COLOR: '1' })
  expect(leftOn(screen).trimEnd()).toBe(output)
})

test('the guide shows the explanation of a failed run', async () => {
  const [, block = ''] = /```\n(Run 4: .*?)```/s.exec(guide) ?? []
  const { served } = recordedNode('v1')
  const { stdout } = await run(['flow', '1', '--lcd', served.url])
  expect(block && stdout.endsWith(block)).toBe(true)
})

test('the guide shows the output of serve', async () => {
  const [, block = ''] = /```\n(REST .*?)```/s.exec(guide) ?? []
  const one = start(['serve'])
  await one.says('Swagger')
  one.interrupt()
  const { stdout } = await one.finished()
  expect(stdout).toContain(block)
})

test('the guide lists all options of each command', async () => {
  const rows = Array.from(
    guide.matchAll(/^\| `([a-z-]+)[^|]*\|[^|]*\|([^|]*)\|$/gm),
    ([, command = '', options = '']) => ({
      command,
      options: Array.from(options.matchAll(/`(-[-\w]+)`/g), ([, name]) => name),
    }),
  )
  for (const { command, options } of rows) {
    const help = (await run([command, '--help'])).stdout.replace(/Global Options:.*/s, '')
    const named = Array.from(help.matchAll(/^ {2}(-[-\w]+)/gm), ([, name]) => name).filter(name => name !== '-h')
    expect([command, options.sort()]).toEqual([command, named.sort()])
  }
  const [, list = ''] = (await run(['--help'])).stdout.split(/\nRead flows:\n|\nExamples:\n/)
  const commands = Array.from(list.matchAll(/^ {2}([a-z-]+)/gm), ([, name]) => name).filter(name => name !== 'help')
  expect(rows.map(({ command }) => command).sort()).toEqual(commands.sort())
})

test('the guide and --help list the same exit codes', async () => {
  const rows = Array.from(guide.matchAll(/^\| (\d+) \| (.*) \|$/gm), ([, code, text = '']) => [
    code,
    text.replaceAll('\u0060', ''),
  ])
  const [, help = ''] = (await run(['--help'])).stdout.split('Exit codes:\n')
  const lines = Array.from(help.matchAll(/^ {2}(\d+) +(.*(?:\n {7}.*)*)$/gm), ([, code, text = '']) => [
    code,
    text.replaceAll(/\n +/g, ' '),
  ])
  expect(rows.length).toBeGreaterThan(5)
  expect(lines).toEqual(rows)
})

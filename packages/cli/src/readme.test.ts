import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { closeNodes, recordedNode } from '../test/node.js'
import { leftOn, run, runInTerminal, standAt, start } from '../test/run.js'

afterAll(closeNodes)

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
/** When its output was made: the chain in memory is the same for the same time. */
const at = Date.parse('2026-11-21T12:00:00Z')

/** `$ flow-query …` and what comes after it, up to the next one. */
const shown = Array.from(readme.matchAll(/```console\n(.*?)```/gs), ([, block = '']) => block)
  .flatMap(block => block.split(/^\$ flow-query /m).slice(1))
  .map(text => {
    const [command = '', ...output] = text.trimEnd().split('\n')
    return [command, output.join('\n')] as const
  })

test('it shows a few commands', () => {
  expect(shown.length).toBeGreaterThan(3)
})

test.each(shown)('what it shows is real: flow-query %s', async (command, output) => {
  const address = 'http://127.0.0.1:1317'
  const { served } = await recordedNode('v1')
  const args = command.replace(address, served.url).split(' ')
  standAt(at)
  const { screen } = await runInTerminal(100, args, { NO_COLOR: '1' })
  expect(leftOn(screen).replaceAll(served.url, address).trimEnd()).toBe(output)
})

test('what went wrong with a flow is real', async () => {
  const [, block = ''] = /```\n(Run 4: .*?)```/s.exec(readme) ?? []
  const { served } = await recordedNode('v1')
  const { stdout } = await run(['flow', '1', '--lcd', served.url])
  expect(block && stdout.endsWith(block)).toBe(true)
})

test('what serve says is real', async () => {
  const [, block = ''] = /```\n(REST .*?)```/s.exec(readme) ?? []
  const one = start(['serve', '--port', '0'])
  await one.says('Swagger')
  one.interrupt()
  const { stdout } = await one.finished
  expect(stdout.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:1317')).toContain(block)
})

test('every option of a command is in its table, and no other', async () => {
  const rows = Array.from(
    readme.matchAll(/^\| `([a-z]+)[^|]*\|[^|]*\|([^|]*)\|$/gm),
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
  expect(rows).toHaveLength(18)
})

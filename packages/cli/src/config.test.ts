import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { afterAll, expect, test } from 'vitest'
import { run, terminalOf } from '../test/run.js'
import { define } from './commands/nodes/gateway.js'
import { applyConfig } from './config.js'
import { createProgram } from './program.js'

const folder = mkdtempSync(join(tmpdir(), 'flow-query-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'config.json')

/** Returns the options of a command line after a file was applied. */
function optionsWith(config: unknown, ...args: string[]): Record<string, unknown> {
  writeFileSync(path, JSON.stringify(config))
  const program = createProgram({ terminal: terminalOf(), signal: new AbortController().signal })
  program.parseOptions(args)
  const command = program.commands.find(one => one.name() === 'gateway')
  if (!command) throw new Error('The command gateway is missing.')
  define(command as Command, () => expect.unreachable())
  command.parseOptions(args)
  applyConfig(command, path)
  return command.optsWithGlobals()
}

test('has the same names and values as the command line', () => {
  const same = { lcd: ['https://a.example', 'https://b.example'], port: 8443, host: '0.0.0.0' }
  const config = {
    ...same,
    rpc: ['https://a.example:26657', 'https://b.example:26657'],
    'rate-limit': '600',
    'trust-proxy': ['10.0.0.0/8', '::1'],
    'shutdown-delay': '5s',
    json: false,
  }
  expect(optionsWith(config)).toMatchObject({
    ...same,
    rpc: 'https://a.example:26657,https://b.example:26657',
    rateLimit: 600,
    trustProxy: ['10.0.0.0/8', '::1'],
    shutdownDelay: 5_000,
  })
})

test('the file in the guide of the gateway is valid', () => {
  const guide = readFileSync(new URL('../../../apps/docs/pages/guides/gateway.md', import.meta.url), 'utf8')
  const [, json = ''] = /```json\n(.*?)```/s.exec(guide) ?? []
  expect(optionsWith(JSON.parse(json))).toMatchObject({ port: 8080, trustProxy: ['10.0.0.0/8'] })
})

test('the command line has precedence', () => {
  const config = { port: 1, lcd: 'https://file.example', 'log-level': 'info' }
  expect(optionsWith(config, '--port', '2', '--lcd', 'https://line.example')).toMatchObject({
    port: 2,
    lcd: ['https://line.example'],
    logLevel: 'info',
  })
})

test.each([
  ['{"prot": 1}', '"prot" is not an option of flow-query gateway.'],
  ['{"rateLimit": 1}', '"rateLimit" is not an option of flow-query gateway.'],
  ['{"config": "x"}', '"config" is not an option of flow-query gateway.'],
  ['{"port": "many"}', '"port" has the invalid value "many". It must be an integer from 0 to 65535.'],
  ['{"port": [1, 2]}', '"port" must be a single value, got a list.'],
  ['{"port": null}', '"port" must be a string or a number, got null.'],
  ['{"trust-proxy": [{}]}', '"trust-proxy" must be a string or a number, got {}.'],
  ['{"embedded": "yes"}', '"embedded" must be true or false, got "yes".'],
  ['{"log-level": "loud"}', '"log-level" has the invalid value "loud". Allowed choices are error, warn, info, debug.'],
  ['[]', 'must contain a JSON object.'],
  ['{', 'is not valid JSON'],
])('explains what is wrong in %s', async (text, message) => {
  writeFileSync(path, text)
  expect(await run(['gateway', '--config', path])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(message),
  })
})

test('explains that the file is missing', async () => {
  const missing = join(folder, 'missing.json')
  expect(await run(['gateway', '--config', missing])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`${missing} can't be read`),
  })
})

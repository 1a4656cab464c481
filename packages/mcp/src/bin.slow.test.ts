import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askWith } from '../test/ask.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { packages, description } = read('server.json')
const { name, bin } = read('package.json')
let built: string
let program: string

beforeAll(() => {
  built = mkdtempSync(join(root, 'node_modules', '.bin-test-'))
  execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json', '--outDir', join(built, 'dist')], { cwd: root })
  execFileSync('cp', ['bin.js', 'package.json', built], { cwd: root })
  program = join(built, Object.values<string>(bin)[0] ?? '')
})
afterAll(() => rmSync(built, { recursive: true }))

test('the program of the registry answers questions about the node in its environment', async () => {
  const served = await serveLcd(createLcd({ flows: [{ label: 'Pay rent' }] }), { port: 0 })
  const [{ identifier, environmentVariables }] = packages
  const env = Object.fromEntries(environmentVariables.map((one: { name: string }) => [one.name, served.url]))
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'ignore' })
  await client.connect(transport, { timeout: 300_000 })
  const { data } = await askWith(client, 'find_flows')
  await client.close()
  await served.close()
  expect(data).toMatchObject({ flows: [{ label: '<untrusted>Pay rent</untrusted>' }] })
  expect(identifier).toBe(name)
})

test.each([
  [{}, 'Set FLOW_QUERY_LCD'],
  [{ FLOW_QUERY_LCD: ' ' }, 'Set FLOW_QUERY_LCD'],
  [{ FLOW_QUERY_LCD: 'lcd.example.org' }, 'got lcd.example.org. Set FLOW_QUERY_LCD'],
])('without a valid node in %j, it says what to set', (env, message) => {
  const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(stderr.trimEnd()).not.toContain('\n')
})

test('several nodes can be set', async () => {
  const served = await serveLcd(createLcd({ flows: [{ label: 'Pay rent' }] }), { port: 0 })
  const env = { FLOW_QUERY_LCD: `http://127.0.0.1:9, ${served.url}` }
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'ignore' })
  await client.connect(transport, { timeout: 300_000 })
  expect(await askWith(client, 'find_flows')).toMatchObject({ isError: false })
  await client.close()
  await served.close()
})

test('ends if the client closes the output', async () => {
  const child = spawn(process.execPath, [program], { env: { FLOW_QUERY_LCD: 'https://lcd.example.org' } })
  const ended = once(child, 'exit')
  child.stdout.destroy()
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
  expect(await ended).toEqual([0, null])
})

test('the description is short enough for the registry', () => {
  expect(description.length).toBeLessThanOrEqual(100)
})

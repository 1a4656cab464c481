import { execFileSync, spawnSync } from 'node:child_process'
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
  execFileSync('cp', ['package.json', built], { cwd: root })
  program = join(built, Object.values<string>(bin)[0] ?? '')
})
afterAll(() => rmSync(built, { recursive: true }))

test('the program of the registry answers questions about the node in its environment', async () => {
  const served = await serveLcd(createLcd({ flows: [{ label: 'Pay rent' }] }), { port: 0 })
  const [{ identifier, environmentVariables }] = packages
  const env = Object.fromEntries(environmentVariables.map((one: { name: string }) => [one.name, served.url]))
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'ignore' }))
  const { data } = await askWith(client, 'find_flows')
  await client.close()
  await served.close()
  expect(data).toMatchObject({ flows: [{ label: '<untrusted>Pay rent</untrusted>' }] })
  expect(identifier).toBe(name)
})

test('without a node, it says what to set', () => {
  const { status, stderr } = spawnSync(process.execPath, [program], { env: {}, encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, expect.stringContaining('Set FLOW_QUERY_LCD')])
})

test('the description is short enough for the registry', () => {
  expect(description.length).toBeLessThanOrEqual(100)
})

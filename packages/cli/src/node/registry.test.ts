import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLcd, flow } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeNodes, pathOf, serveOther } from '../../test/node.js'
import { run, start } from '../../test/run.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-query-registry-'))
})
afterEach(() => {
  closeNodes()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const refused = 'http://127.0.0.1:9'

/** A node that answers as a chain. Returns its URL. */
function nodeOf(network: string): string {
  const lcd = createLcd({ flows: [flow({ label: `On ${network}` })] })
  return serveOther({
    WebSocket: lcd.WebSocket,
    fetch: async (input, init) =>
      pathOf(input).endsWith('/node_info')
        ? Response.json({ default_node_info: { network } })
        : lcd.fetch(`${lcd.url}${pathOf(input)}`, init),
  })
}

const chainFile = (rest: readonly string[], rpc: readonly string[] = []) => ({
  chain_name: 'intento',
  chain_id: 'intento-1',
  apis: { rest: rest.map(address => ({ address })), rpc: rpc.map(address => ({ address })) },
})

function write(content: unknown, path = 'chain.json'): string {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const inRegistry = (registry: string, name = 'intento') => ['--chain-name', name, '--chain-registry', registry]

test('uses the first node that answers as the right chain, and names it on stderr', async () => {
  const right = nodeOf('intento-1')
  const file = write(chainFile([refused, nodeOf('other-1'), `${right}/`, nodeOf('intento-1')]))
  const { stdout, stderr, status } = await run(['flow', '1', ...inRegistry(file)])
  expect(stdout).toMatch(/^Flow 1 {2}On intento-1\n/)
  expect([stderr, status]).toEqual([`Using ${right} for intento-1, from the chain registry.\n`, 0])
})

test('finds a chain and a test network in a folder or at a URL', async () => {
  const file = chainFile([nodeOf('intento-1')])
  write(file, 'intento/chain.json')
  write({ ...file, chain_name: 'intentotestnet' }, 'testnets/intentotestnet/chain.json')
  const url = serveOther({
    fetch: async input =>
      pathOf(input) === '/master/intento/chain.json' ? Response.json(file) : new Response('404', { status: 404 }),
  })
  for (const [registry, name] of [
    [folder, 'intento'],
    [folder, 'intentotestnet'],
    [`${url}/master/`, 'intento'],
  ])
    expect(await run(['params', ...inRegistry(`${registry}`, name)])).toMatchObject({ status: 0 })
  expect(await run(['params', ...inRegistry(`${url}/master`, 'nothing')])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('/master has no chain named nothing.'),
  })
})

test('live events come from the RPC endpoint of the registry', async () => {
  const node = nodeOf('intento-1')
  const file = write(chainFile([node], [node]))
  const one = start(['watch', '--heartbeat', '1', ...inRegistry(file)])
  await one.says('No runs.')
  one.interrupt()
  expect((await one.finished()).stderr).not.toContain('--rpc')
})

test('check-node checks the node of the registry', async () => {
  const node = nodeOf('intento-1')
  const { stdout } = await run(['check-node', ...inRegistry(write(chainFile([node])))])
  expect(stdout).toContain('This v1 node')
})

test('--lcd has precedence over an environment variable, and --chain-name over FLOW_QUERY_LCD', async () => {
  const node = nodeOf('intento-1')
  const file = write(chainFile([node]))
  vi.stubEnv('FLOW_QUERY_CHAIN_NAME', 'nothing')
  expect(await run(['params', '--lcd', node])).toMatchObject({ stderr: '', status: 0 })
  vi.stubEnv('FLOW_QUERY_LCD', refused)
  expect(await run(['params', ...inRegistry(file)])).toMatchObject({ status: 0 })
})

test.each<[string, unknown, string]>([
  ['an unknown name', { ...chainFile([]), chain_name: 'osmosis' }, 'is about osmosis, not about intento.'],
  ['no REST endpoint', chainFile([]), 'The chain registry lists no REST endpoint of intento.'],
  [
    'no node that answers',
    chainFile([refused]),
    `No REST endpoint of intento in the chain registry works: ${refused} can't be reached (`,
  ],
  ['another format', { chains: [] }, 'is not in the format of the chain registry, because it has no chain_id.'],
  ['another format with an ID', { chain_id: 'intento-1' }, 'because it has no apis.'],
  ['no JSON', '<html>', 'is not in the format of the chain registry'],
])('explains %s', async (_, content, message) => {
  const { stdout, stderr, status } = await run(['params', ...inRegistry(write(content))])
  expect(stderr).toContain(message)
  expect([stdout, status]).toEqual(['', 1])
})

test('explains that the registry is missing or can’t be reached', async () => {
  const problems = [
    [join(folder, 'missing.json'), 'missing.json does not exist.'],
    [folder, 'has no chain named intento.'],
    [refused, `The chain registry ${refused} can't be read: `],
  ]
  for (const [registry, message] of problems)
    expect(await run(['params', ...inRegistry(`${registry}`)])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${message}`),
    })
})

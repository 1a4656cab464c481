import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { historyEntry, state } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { closeNodes, serve } from '../../../test/node.js'
import { run, start, stopCommands } from '../../../test/run.js'

const failed = () => historyEntry({ executed: false, errors: ['insufficient funds'] })
/** Starts a node with enough money, on which flow 1 is fine and flow 2 fails. Returns its URL. */
function aNode(): string {
  const chain = state({ flows: [{ label: 'Fine' }, { label: 'Rent' }], history: { 1: [{}], 2: [failed()] } })
  const { lcd, served } = serve({ state: chain })
  for (const { owner, feeAddress } of chain.flows)
    for (const account of [owner, feeAddress]) lcd.deposit(account, { denom: 'uinto', amount: '1000000000000' })
  return served.url
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-query-monitor-'))
})
afterEach(async () => {
  await stopCommands()
  closeNodes()
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true })
})

/** A webhook that answers with this status. */
function webhook(status = 204) {
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (_: URL, { body }: { body: string }) => {
    bodies.push(body)
    return new Response(null, { status })
  })
  return { url: 'https://chat.example.org/token-of-a-chat', bodies }
}

test('--dry-run prints the messages and the command that comes next', async () => {
  const lcd = aNode()
  const { stdout, stderr, status } = await run(['monitor', '--dry-run', '--chain-id', 'test-1', '--lcd', lcd])
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    type: 'flow.failing',
    data: { chain: 'test-1', flow: { id: '2', label: 'Rent' }, cause: 'insufficientFunds', run: 1 },
  })
  expect(stderr).toContain('To send them, run the command without --dry-run.')
  const other = await run(['monitor', '--flow', '1', '--dry-run', '--lcd', lcd])
  expect(other).toMatchObject({ stdout: '', status: 0 })
  expect(other.stderr).toContain('No message would be sent')
})

test('--dry-run prints a message for a chat as a person reads it, and its body with --json', async () => {
  const args = ['monitor', '--dry-run', '--format', 'slack', '--chain-id', 'test-1', '--lcd', aNode()]
  const { stdout } = await run(args)
  expect(stdout).toMatch(/^🔴 Flow 2 “Rent” of into1\S+: .+\n(.+\n)?test-1\n$/)
  expect(JSON.parse((await run([...args, '--json'])).stdout)).toMatchObject({ text: expect.stringContaining('Rent') })
})

test('prints alerts and the command that explains them, without a webhook', async () => {
  const lcd = aNode()
  const one = start(['monitor', '--lcd', lcd, '--rpc', lcd])
  await one.says('For details, run: flow-query explain 2')
  expect(one.seen.stdout).toContain('Flow 2 “Rent”')
  await one.says('Checked 2 flows and found 1 problem. Open alerts are only in memory')
  one.interrupt()
  expect(await one.finished()).toMatchObject({ status: 130 })
})

test('sends alerts to the webhook, and remembers them in the state file', async () => {
  const lcd = aNode()
  const { url, bodies } = webhook()
  const path = join(folder, 'state.json')
  const args = ['monitor', '--webhook', url, '--state', path, '--chain-id', 'test-1', '--lcd', lcd]
  const one = start([...args, '--format', 'slack'])
  await one.says('Flow 2')
  await until(() => bodies.length === 1)
  expect(JSON.parse(bodies[0] ?? '').text).toContain('Flow 2 “Rent”')
  await until(() => expect(JSON.parse(readFileSync(path, 'utf8')).outbox.messages).toEqual([]))
  await one.says(`Checked 2 flows and found 1 problem. Open alerts are in ${path}.`)
  one.interrupt()
  const { stdout, stderr } = await one.finished()
  expect(stdout + stderr).not.toContain('token-of-a-chat')
  expect(readFileSync(path, 'utf8')).not.toContain('token-of-a-chat')
})

test('ends with 1 if the webhook is gone, and never prints its URL', async () => {
  const lcd = aNode()
  const { url } = webhook(410)
  const { stdout, stderr, status } = await run([
    ...['monitor', '--webhook', url, '--state', join(folder, 'state.json')],
    ...['--chain-id', 'test-1', '--lcd', lcd],
  ])
  expect(status).toBe(1)
  expect(stderr).toContain('The webhook answered 410 Gone')
  expect(stdout + stderr).not.toContain('token-of-a-chat')
})

test.each([
  ['a webhook without HTTPS', ['--webhook', 'http://example.org/secret-path'], 2, 'The webhook must use HTTPS.'],
  ['an invalid webhook', ['--webhook', 'secret-path'], 2, 'The webhook is not a valid URL.'],
  ['--height', ['--height', '5'], 2, 'Remove --height.'],
  ['an unknown flow', ['--flow', '999999', '--dry-run'], 4, 'flow'],
  ['an invalid owner', ['--owner', 'into1', '--dry-run'], 2, 'bech32'],
  ['several nodes without a name', ['--lcd', 'http://b.example'], 2, 'Pass --chain-id'],
])('rejects %s', async (_, args, expected, message) => {
  const { stdout, stderr, status } = await run(['monitor', ...args, '--lcd', aNode()])
  expect([status, stdout]).toEqual([expected, ''])
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('secret-path')
})

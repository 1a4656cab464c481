import { address, flow, type LcdOptions } from '@flow-query/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { FullRpc } from '../../../test/full-rpc.js'
import { closeNodes, serve, serveOther } from '../../../test/node.js'
import { start } from '../../../test/run.js'

afterEach(closeNodes)

/** Serves a node and starts `watch`. */
async function watchingNode(options: LcdOptions, ...args: string[]) {
  const node = serve(options)
  const one = start(['watch', ...args, '--lcd', node.served.url])
  await one.says('Watching')
  return { ...node, ...one }
}

/** Watches two flows that run only when a test calls `lcd.execute`. */
const watching = (...args: string[]) =>
  watchingNode({ flows: [flow({ label: 'Pay rent' }), flow({ label: 'a\x1b[2Jb', owner: other })] }, ...args)

const other = 'into1am72r385plw7ylgm0q38vzh345z08sltslnkfz'

test.each(['v1', 'v1beta1'] as const)(
  '%s: prints a line for each execution as it happens, until Ctrl-C',
  async version => {
    const { lcd, says, interrupt, finished } = await watchingNode({ version, flows: [flow({ label: 'Pay rent' })] })
    lcd.execute(1)
    await says(/block \d+ {2}Flow 1 {2}Pay rent {2}✓ Succeeded {2}0\.0\d+ INTO\n/)
    lcd.execute(1, { outcome: 'failed', error: 'balance too low to deduct expected fee' })
    await says('Pay rent  ✗ Failed  Insufficient balance for the fee\n')
    interrupt()
    expect(await finished()).toMatchObject({ status: 130 })
  },
)

describe('acknowledgements on v1beta1', () => {
  const agentAddress = address('agent', 'into', 32)
  const flows = () => [
    flow({ label: 'Delegate', selfHostedIca: { portId: 'icacontroller-x', connectionId: 'connection-0' } }),
    flow({ label: 'Claim', trustlessAgent: { agentAddress, feeLimit: [], connectionId: '' } }),
  ]
  const watchingBoth = (...args: string[]) => watchingNode({ version: 'v1beta1', flows: flows() }, ...args)

  test('reads all pending flows to find the acknowledged one, because the event has no flow ID', async () => {
    const { lcd, says, seen } = await watchingBoth()
    for (const id of [1, 2]) lcd.execute(id, { outcome: 'unacknowledged' })
    await says(/Delegate {2}… Pending.*Claim {2}… Pending/s)
    lcd.answer(2)
    await says(/Claim {2}✓ Succeeded/)
    lcd.answer(1)
    await says(/Delegate {2}✓ Succeeded/)
    expect(seen.stdout.split('\n')).toHaveLength(5)
  })

  test('names only the sender if the packet was sent before the watch began', async () => {
    const { served, lcd } = serve({ version: 'v1beta1', flows: flows() })
    for (const id of [1, 2]) lcd.execute(id, { outcome: 'unacknowledged' })
    const [all, ofFlow, ofOwner] = [[], ['1'], ['--owner', lcd.flow(1)?.owner ?? '']].map(args =>
      start(['watch', ...args, '--lcd', served.url]),
    )
    await Promise.all([all, ofFlow, ofOwner].map(one => one?.says('Watching')))
    lcd.answer(2)
    await all?.says(`A flow of ${agentAddress}  received an acknowledgement\n`)
    lcd.answer(1)
    await Promise.all([
      all?.says(`A flow of ${lcd.flow(1)?.owner}  received an acknowledgement\n`),
      ofFlow?.says('Delegate  ✓ Succeeded'),
      ofOwner?.says(`A flow of ${lcd.flow(1)?.owner}  received an acknowledgement\n`),
    ])
    expect([ofFlow, ofOwner].map(one => one?.seen.stdout.split('\n').length)).toEqual([2, 2])
  })

  test('--json prints the unchanged event', async () => {
    const { lcd, says, seen } = await watchingBoth('2', '--json')
    for (const id of [1, 2]) lcd.execute(id, { outcome: 'unacknowledged' })
    lcd.answer(1)
    lcd.answer(2)
    await says('"acknowledged"')
    const lines = seen.stdout.trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { type: 'executed', id: '2' },
      { type: 'acknowledged', id: null, owner: agentAddress },
    ])
  })
})

test.each([[['--owner', other]], [['2']]])('%j watches only some flows, and escapes their labels', async args => {
  const { lcd, says, seen } = await watching(...args)
  lcd.execute(1)
  lcd.execute(2)
  await says('Flow 2  a\\e[2Jb  ✓ Succeeded')
  expect(seen.stdout).not.toContain('Flow 1')
})

test('--json prints one event of core per line', async () => {
  const { lcd, says, seen } = await watching('--json')
  lcd.execute(1)
  await says('}\n')
  const [line = ''] = seen.stdout.split('\n')
  expect(JSON.parse(line)).toEqual({ type: 'executed', id: '1', owner: lcd.flow(1)?.owner, height: expect.any(Number) })
})

test('--json prints the transaction that answered a packet', async () => {
  const selfHostedIca = { portId: 'icacontroller-x', connectionId: 'connection-0' }
  const { lcd, says, seen } = await watchingNode({ flows: [flow({ selfHostedIca })] }, '--json')
  lcd.execute(1)
  lcd.answer(1)
  await says(/"acknowledged".*\n/)
  const event = JSON.parse(seen.stdout.trimEnd().split('\n').at(-1) ?? '')
  const transaction = expect.stringMatching(/^[\dA-F]{64}$/)
  expect(event.answer).toEqual({ transaction, packetSequences: lcd.history(1)[0]?.packetSequences })
})

test('reconnects after a lost connection', async () => {
  const { lcd, says, seen } = await watching()
  lcd.cut()
  await says('Reconnecting.')
  await says(/Watching.*Watching/s)
  lcd.execute(1)
  await says('Pay rent')
  expect(seen.stderr.match(/Reconnecting/g)).toHaveLength(1)
})

test('reports once that the node fails, and once that it responds again', async () => {
  const { lcd, says, seen } = await watching('--heartbeat', '1')
  await says('No runs')
  const { length } = lcd.requests
  const recover = lcd.fail({ status: 503, body: 'down' })
  await says('Retrying.')
  await until(() => lcd.requests.length > length + 10)
  recover()
  await says(/The node responds again\..*No runs/s)
  expect(seen.stderr.match(/Retrying|responds again/g)).toEqual(['Retrying', 'responds again'])
})

describe('the heartbeat', () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  const later = () => ({ execTime: at(3_600), endTime: at(7_200) })
  const silent = (flows: NonNullable<LcdOptions['flows']>, ...args: string[]) =>
    watchingNode({ flows }, '--heartbeat', '1', ...args)

  test('the heartbeat reports the current block and the next run', async () => {
    const { says, seen } = await silent([later()])
    await says(/\d\d:\d\d:\d\d {2}block \d+ {2}No runs\. Next: flow 1 in \d+ min.*\n/)
    expect(seen.stdout).toBe('')
  })

  test('the heartbeat reports events from other flows', async () => {
    const { lcd, says } = await silent([later(), later()], '1')
    const timer = setInterval(() => lcd.execute(2), 100)
    await says(/block \d+ {2}\d+ events? from other flows\n/)
    clearInterval(timer)
  })

  test('the heartbeat reports runs without an event', async () => {
    const often = { interval: '2s', startTime: at(-60), execTime: at(1), endTime: at(3_600) }
    const { lcd, says } = await silent([later(), often])
    lcd.disturb({ drop: 1 })
    await says(/no event {2}Flow 2 {2}.*✓ Succeeded/)
    await says(/Flow 2 ran, but the node sent no event\. .* use another node with --rpc\.\n/)
  })
})

test('Ctrl-C under load prints no error and drops waiting lines', async () => {
  const flows = Array.from({ length: 2_000 }, () => ({}))
  const { lcd, says, interrupt, finished } = await watchingNode({ flows })
  for (let id = 1; id <= 2_000; id++) lcd.execute(id)
  await says('Flow 1 ')
  interrupt()
  const { status, stderr } = await finished()
  expect(status).toBe(130)
  expect(stderr).not.toContain('exit status')
})

test('reads flows when they are due if the node has too many WebSocket clients', async () => {
  const execTime = new Date(Date.now() + 10_000).toISOString()
  const { served } = serve({
    flows: [flow({ label: 'Pay rent', execTime })],
    behave: () => ({ outcome: 'skipped' }),
  })
  const one = start(['watch', '--lcd', served.url, '--rpc', serveOther({ WebSocket: FullRpc })])
  await one.says(/accepts no more live connections \(max_subscription_clients 100 reached\)\. Reconnecting\./)
  await one.says(/no event {2}Flow 1 {2}Pay rent {2}– Skipped/)
})

test('ends if the first request fails, because the address or the URL is probably wrong', async () => {
  const { served, lcd } = serve({ flows: [] })
  const ofOtherChain = ['--owner', 'cosmos17xpfvakm2amg962yls6f84z3kell8c5lserqta']
  expect(await start(['watch', ...ofOtherChain, '--lcd', served.url]).finished()).toEqual({
    stdout: '',
    stderr: expect.stringContaining('invalid Bech32 prefix; expected into, got cosmos.'),
    status: 2,
  })
  lcd.fail({ body: '<h1>Welcome</h1>' })
  expect(await start(['watch', '--lcd', served.url]).finished()).toEqual({
    stdout: '',
    stderr: expect.stringContaining('isn’t an Intento node'),
    status: 1,
  })
})

test('keeps reconnecting if there is no RPC', async () => {
  const { served } = serve({ flows: [] })
  const one = start(['watch', '--lcd', served.url, '--rpc', served.url.replace(/:\d+$/, ':1')])
  await one.says('Reconnecting.')
  one.interrupt()
  expect(await one.finished()).toMatchObject({ stdout: '', status: 130 })
})

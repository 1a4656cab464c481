import { address, type Lcd } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { afterEach, expect, test } from 'vitest'
import { closeNodes, serve } from '../../../test/node.js'
import { run, runInTerminal, wrappedLines } from '../../../test/run.js'

afterEach(closeNodes)

const owner = address('payer')
const send = (amount: string) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: owner,
  to_address: address('friend'),
  amount: [{ denom: 'uinto', amount }],
})
const ica = { portId: `icacontroller-${owner}`, connectionId: 'connection-0' }

/** A node whose flow 1 sends less than the owner has, flow 2 sends more, and flow 3 runs on another chain. */
async function node(): Promise<{ lcd: Lcd; url: string }> {
  const { lcd, served } = serve({
    flows: [
      { owner, label: 'Pay rent', msgs: [send('600000')] },
      { owner, label: 'Pay twice', msgs: [send('600000'), send('600000')] },
      { owner, label: 'Stake there', msgs: [send('1')], selfHostedIca: ica },
    ],
  })
  lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '1000000' }]
  return { lcd, url: served.url }
}

test('exits with 0 if the messages would succeed', async () => {
  const { url } = await node()
  const { stdout, stderr, status } = await run(['dry-run', '1', '--lcd', url])
  expect(stdout).toBe('Flow 1  Pay rent\n  The messages would succeed now. They use 49,109 gas.\n')
  expect([stderr, status]).toEqual(['', 0])
})

test('exits with 3 if a message would fail, and says which one, why, and what to do', async () => {
  const { url } = await node()
  const { stdout, stderr, status } = await run(['dry-run', '2', '--lcd', url])
  expect(stdout).toBe(
    [
      'Flow 2  Pay twice',
      '  Message 2 would fail now: insufficient balance.',
      '  The sending account had 0.4 INTO to spend, and the message needs 0.6 INTO. Fund this account or lower the amount.',
      '  The chain said: spendable balance 400000uinto is smaller than 600000uinto: insufficient funds',
      '',
    ].join('\n'),
  )
  expect([stderr, status]).toEqual(['', 3])
  const { screen } = await runInTerminal(60, ['dry-run', '2', '--lcd', url, '--no-color'])
  expect(Math.max(...wrappedLines(screen).map(line => line.length))).toBeLessThanOrEqual(60)
})

test('exits with 1 if the messages run on another chain', async () => {
  const { url } = await node()
  const { stdout, stderr, status } = await run(['dry-run', '3', '--lcd', url])
  expect([stdout, status]).toEqual(['', 1])
  expect(stderr).toBe(
    'flow-query: The messages run on another chain.\n  A dry run can only execute messages of this chain.\n',
  )
})

test('--json prints the flow, the result and the explanation', async () => {
  const { url } = await node()
  const results = await Promise.all(['1', '2', '3'].map(id => run(['dry-run', id, '--json', '--lcd', url])))
  expect(results.map(({ status }) => status)).toEqual([0, 3, 1])
  expect(results.map(({ stdout }) => JSON.parse(stdout))).toMatchObject([
    { flow: { id: '1' }, dryRun: { result: 'succeeded', gasUsed: '49109' } },
    {
      dryRun: { result: 'failed', messageIndex: 1, problem: 'insufficientFunds' },
      words: { title: 'Message 2 would fail now: insufficient balance' },
    },
    { dryRun: { result: 'notLocal' } },
  ])
})

test('fails like other commands if the flow does not exist, or if the node does not support it', async () => {
  const { lcd, url } = await node()
  expect(await run(['dry-run', '99', '--lcd', url])).toMatchObject({ stdout: '', status: 4 })
  lcd.fail({ path: '/simulate', status: 501, body: { code: 12, message: 'Not Implemented', details: [] } })
  const { stdout, stderr, status } = await run(['dry-run', '1', '--lcd', url])
  expect([stdout, status]).toEqual(['', 1])
  expect(stderr).toContain('flow-query check-node http://127.0.0.1:')
})

test('works for the local flows of the demo chain', async () => {
  const lcd = createDemoLcd()
  const local = lcd.state.flows.filter(flow => !flow.selfHostedIca?.connectionId && !flow.trustlessAgent?.agentAddress)
  const payment = local.find(({ label }) => label === 'Streaming payment')
  const { stdout, stderr, status } = await run(['dry-run', payment?.id ?? '', '--embedded'])
  expect(stdout).toContain('would succeed now')
  expect([stderr, status]).toEqual(['', 0])
  const [method, target, headers] = ['POST', '/cosmos/tx/v1beta1/simulate', {}]
  for (const { msgs } of local.filter((_, index) => index % 10 === 0)) {
    const tx = { body: { messages: msgs } }
    const { answer } = lcd.reply({ method, target, headers, body: JSON.stringify({ tx }) })
    expect([200, 500]).toContain(answer.status)
  }
})

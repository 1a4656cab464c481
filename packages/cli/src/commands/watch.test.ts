import { address, flow } from '@flow-query/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { closeNodes, serve } from '../../test/node.js'
import { run, start } from '../../test/run.js'

afterEach(closeNodes)

/** A chain of two flows that run when a test says so, and somebody who watches. */
async function watching(...args: string[]) {
  const node = await serve({ flows: [flow({ label: 'Pay rent' }), flow({ label: 'a\x1b[2Jb', owner: other })] })
  const one = start(['watch', ...args, '--lcd', node.served.url])
  await one.says('Watching')
  return { ...node, ...one }
}

const other = 'into1am72r385plw7ylgm0q38vzh345z08sltslnkfz'

test.each(['v1', 'v1beta1'] as const)('%s: a line for each execution as it happens, until Ctrl-C', async version => {
  const { lcd, served } = await serve({ version, flows: [flow({ label: 'Pay rent' })] })
  const one = start(['watch', '--lcd', served.url])
  await one.says('Watching')
  lcd.execute(1)
  await one.says(/block \d+ {2}Flow 1 {2}Pay rent {2}✓ Succeeded {2}0\.0\d+ INTO\n/)
  lcd.execute(1, { outcome: 'failed', error: 'balance too low to deduct expected fee' })
  await one.says('Pay rent  ✗ Failed  Nothing was left to pay the fee\n')
  one.interrupt()
  expect(await one.finished).toMatchObject({ status: 130 })
})

describe('a node of v1beta1 does not say which flow another chain answered', () => {
  const agentAddress = address('agent', 'into', 32)
  const flows = () => [
    flow({ label: 'Delegate', selfHostedIca: { portId: 'icacontroller-x', connectionId: 'connection-0' } }),
    flow({ label: 'Claim', trustlessAgent: { agentAddress, feeLimit: [], connectionId: '' } }),
  ]
  const watchingThem = async (...args: string[]) => {
    const node = await serve({ version: 'v1beta1', flows: flows() })
    const one = start(['watch', ...args, '--lcd', node.served.url])
    await one.says('Watching')
    return { ...node, ...one }
  }

  test('so each that waits is looked at', async () => {
    const { lcd, says, seen } = await watchingThem()
    for (const id of [1, 2]) lcd.execute(id, { outcome: 'unanswered' })
    await says(/Delegate {2}… Pending.*Claim {2}… Pending/s)
    lcd.answer(2)
    await says(/Claim {2}✓ Succeeded/)
    lcd.answer(1)
    await says(/Delegate {2}✓ Succeeded/)
    expect(seen.stdout.split('\n')).toHaveLength(5)
  })

  test('what was sent before is told of by who sent it', async () => {
    const { served, lcd } = await serve({ version: 'v1beta1', flows: flows() })
    for (const id of [1, 2]) lcd.execute(id, { outcome: 'unanswered' })
    const [all, ofFlow, ofOwner] = [[], ['1'], ['--owner', lcd.flow(1)?.owner ?? '']].map(args =>
      start(['watch', ...args, '--lcd', served.url]),
    )
    await Promise.all([all, ofFlow, ofOwner].map(one => one?.says('Watching')))
    lcd.answer(2)
    await all?.says(`A flow of ${agentAddress}  was answered\n`)
    lcd.answer(1)
    await Promise.all([
      all?.says(`A flow of ${lcd.flow(1)?.owner}  was answered\n`),
      ofFlow?.says('Delegate  ✓ Succeeded'),
      ofOwner?.says(`A flow of ${lcd.flow(1)?.owner}  was answered\n`),
    ])
    expect([ofFlow, ofOwner].map(one => one?.seen.stdout.split('\n').length)).toEqual([2, 2])
  })

  test('--json: the event as it came', async () => {
    const { lcd, says, seen } = await watchingThem('2', '--json')
    for (const id of [1, 2]) lcd.execute(id, { outcome: 'unanswered' })
    lcd.answer(1)
    lcd.answer(2)
    await says('"answered"')
    const lines = seen.stdout.trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { type: 'executed', id: '2' },
      { type: 'answered', id: null, owner: agentAddress },
    ])
  })
})

test('--owner: the flows of one owner; labels do nothing to a terminal', async () => {
  const { lcd, says, seen } = await watching('--owner', other)
  lcd.execute(1)
  lcd.execute(2)
  await says('a\\e[2Jb  ✓ Succeeded')
  expect(seen.stdout).not.toContain('Pay rent')
})

test('an id: that flow only', async () => {
  const { lcd, says, seen } = await watching('2')
  lcd.execute(1)
  lcd.execute(2)
  await says('Flow 2')
  expect(seen.stdout).not.toContain('Flow 1')
})

test('--json: core’s events, a line each', async () => {
  const { lcd, says, seen } = await watching('--json')
  lcd.execute(1)
  await says('}\n')
  const [line = ''] = seen.stdout.split('\n')
  expect(JSON.parse(line)).toEqual({ type: 'executed', id: '1', owner: lcd.flow(1)?.owner, height: expect.any(Number) })
})

test('a connection that breaks is made anew', async () => {
  const { lcd, says, seen } = await watching()
  lcd.cut()
  await says('Trying again.')
  await says(/Watching.*Watching/s)
  lcd.execute(1)
  await says('Pay rent')
  expect(seen.stderr.match(/Trying again/g)).toHaveLength(1)
})

describe('while there is nothing to show, it says what it hears', () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  const later = () => ({ execTime: at(3_600), endTime: at(7_200) })

  const silent = async (flows: Parameters<typeof flow>[0][], ...args: string[]) => {
    const node = await serve({ flows: flows.map(one => flow(one)) })
    const one = start(['watch', '--heartbeat', '1', ...args, '--lcd', node.served.url])
    await one.says('Watching')
    return { ...node, ...one }
  }

  test('that the chain goes on, and what is next', async () => {
    const { says, seen } = await silent([later()])
    await says(/\d\d:\d\d:\d\d {2}block \d+ {2}Nothing ran\. Flow 1 is next, in \d+ min.*\n/)
    expect(seen.stdout).toBe('')
  })

  test('that other flows run', async () => {
    const { lcd, says } = await silent([later(), later()], '1')
    const timer = setInterval(() => lcd.execute(2), 100)
    await says(/block \d+ {2}\d+ events? of other flows\n/)
    clearInterval(timer)
  })

  test('that flows run of which the node tells nothing', async () => {
    const often = { interval: '2s', startTime: at(-60), execTime: at(1), endTime: at(3_600) }
    const { lcd, says } = await silent([later(), often])
    lcd.disturb({ drop: 1 })
    await says(/No event in 1 s, although flow 2 ran at .* another one may tell, --rpc\n/)
  })
})

test('no RPC at the LCD’s address: says where to look, and tries again', async () => {
  const { served } = await serve({ flows: [] })
  const one = start(['watch', '--lcd', served.url, '--rpc', served.url.replace(/:\d+$/, ':1')])
  await one.says('Trying again.')
  one.interrupt()
  expect(await one.finished).toMatchObject({ stdout: '', status: 130 })
})

test('a flow that is not there: exit status 3, at once', async () => {
  const { served } = await serve({ flows: [] })
  expect(await run(['watch', '7', '--lcd', served.url])).toMatchObject({ stdout: '', status: 3 })
})

import { readFileSync } from 'node:fs'
import { createClock, type Exchange, flow, stateFromRecording } from '@flow-query/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeNodes, serve } from '../../../test/node.js'
import { run } from '../../../test/run.js'

const recording = (file: string): Exchange[] =>
  JSON.parse(readFileSync(new URL(`../../../../testing/recordings/v1-forecast/${file}`, import.meta.url), 'utf8'))
const time = '2026-11-22T19:27:34.223595747Z'
const state = {
  ...stateFromRecording([...recording('state.json'), ...recording('exchanges.json')]),
  height: 3882,
  time,
}
const owner = 'into1w9hwf9gkzhcyry7kx903phf74t088ypyfa6z5q'

let lcd: string
beforeEach(async () => {
  vi.setSystemTime(Date.parse(time))
  lcd = serve({ state, clock: createClock(time).now }).served.url
})
afterEach(closeNodes)

test('says what is missing, and ends with 3 if the failure is certain', async () => {
  const { stdout, status } = await run(['forecast', '96', '--lcd', lcd])
  expect(stdout).toMatchInlineSnapshot(`
    "Flow 96  Money for three runs
      Will stop in 5 s: 0.03808 INTO short
      3 of 3 runs succeeded
      in 5 s: The next run will fail: the fee account holds 0.03096 INTO and a run needs 0.05 INTO. Send at least 0.03808 INTO to into1kpr57ee7szryenxulw9jeprkl3edgscc59t64w before 22 Nov 2026, 19:27:38 UTC (0.32368 INTO for all 17 scheduled runs), or the flow stops for good. This run lacks 0.01904 INTO. The rest covers the run after it.
      Dry run: The messages would succeed now. A dry run doesn’t check fees.

    "
  `)
  expect(status).toBe(3)
})

test('ends with 0 if the failure is later, or not certain', async () => {
  expect((await run(['forecast', '96', '--within', '1s', '--lcd', lcd])).status).toBe(0)
  const { stdout, status } = await run(['forecast', '95', '--lcd', lcd])
  expect(stdout).toContain('Likely to stop in 1 min: 0.03808 INTO short\n  3 of 3 runs succeeded')
  expect(status).toBe(0)
})

test('counts from the newest block if the clock of this machine is behind', async () => {
  vi.setSystemTime(Date.parse(time) - 172_800_000)
  const { stdout, status } = await run(['forecast', '96', '--lcd', lcd])
  expect(stdout).toContain('Will stop in 5 s')
  expect(status).toBe(3)
})

test.each([
  ['forecast 96', ({ stdout }: Awaited<ReturnType<typeof run>>) => stdout],
  ['forecast 96 --json', ({ stderr }) => stderr],
  ['forecast', ({ stderr }) => stderr],
  ['failing', ({ stderr }) => stderr],
  ['failing --next 24h', ({ stderr }) => stderr],
])('%s says that the chain has stopped', async (command, textIn) => {
  const { url } = serve({ state, clock: () => Date.parse(time) }).served
  const late = 'The newest block is from 22 Nov 2026, 19:27:34 UTC, so the chain has stopped'
  const says = async () => textIn(await run([...command.split(' '), '--lcd', url])).includes(late)
  expect(await says()).toBe(false)
  vi.setSystemTime(Date.parse(time) + 600_000)
  expect(await says()).toBe(true)
})

describe('a dry run', () => {
  const dueIn = (milliseconds: number) => {
    const at = (after: number) => new Date(Date.parse(time) + after).toISOString()
    const delegate = {
      '@type': '/cosmos.staking.v1beta1.MsgDelegate',
      delegator_address: owner,
      validator_address: 'x',
    }
    return flow({
      owner,
      msgs: [{ ...delegate, amount: { denom: 'uinto', amount: '1' } }],
      startTime: at(-60_000),
      execTime: at(milliseconds),
      endTime: at(milliseconds),
      interval: '0s',
    })
  }
  const soonAndLater = async () => {
    const node = serve({ flows: [dueIn(3_000_000), dueIn(4_000_000)], clock: createClock(time).now })
    for (const { owner, feeAddress } of node.lcd.state.flows)
      for (const address of [owner, feeAddress])
        node.lcd.accounts.balances[address] = [{ denom: 'uinto', amount: '5000000' }]
    return { ...node, url: node.served.url }
  }

  test('is included if the flow runs within an hour', async () => {
    const { url } = await soonAndLater()
    const { stdout, status } = await run(['forecast', '1', '--lcd', url])
    expect(stdout).toContain('Likely to fail in 50 min: an address is invalid')
    expect(stdout).toContain('The chain said: ')
    expect(stdout).toContain('in a dry run, its messages failed (an address is invalid)')
    expect(status).toBe(0)
    const { dryRun, risks } = JSON.parse((await run(['forecast', '1', '--json', '--lcd', url])).stdout)
    expect(dryRun).toMatchObject({ result: 'failed', messageIndex: 0 })
    expect(risks).toMatchObject([{ kind: 'dryRunFailed', message: dryRun.message }])
  })

  test('is not included for a later run, at a height, or in lists', async () => {
    const { lcd, url } = await soonAndLater()
    const later = await run(['forecast', '2', '--json', '--lcd', url])
    expect(JSON.parse(later.stdout)).toMatchObject({ nextRun: 'likely', dryRun: null })
    await run(['forecast', '1', '--height', String(lcd.height), '--lcd', url])
    await run(['forecast', '--owner', owner, '--lcd', url])
    expect(lcd.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('is omitted with a note if the node does not support it', async () => {
    const { lcd, url } = await soonAndLater()
    lcd.fail({ path: '/simulate', status: 501, body: { code: 12, message: 'Not Implemented', details: [] } })
    const { stdout, stderr, status } = await run(['forecast', '1', '--lcd', url])
    expect(stdout).toContain('Next run: likely to succeed')
    expect(stderr).toMatch(/^Without a dry run: .*Not Implemented/)
    expect(status).toBe(0)
  })
})

test('lists the flows of an owner that are expected to fail, soonest first', async () => {
  const { stdout, stderr, status } = await run(['forecast', '--owner', owner, '--lcd', lcd])
  expect(stdout).toMatch(/^Flow 122 /)
  expect(stdout).toContain('Add at least 0.4 INTO')
  expect(stderr).toBe('2 of the 2 flows that run within 1 day are expected to fail.\n')
  expect(status).toBe(0)
})

test('says how many flows run in the period', async () => {
  const hourly = { interval: '3600s', endTime: new Date(Date.parse(time) + 90_000_000).toISOString() }
  const starting = (after: number) => {
    const at = new Date(Date.parse(time) + after).toISOString()
    return flow({ ...hourly, startTime: at, execTime: at })
  }
  const { served } = serve({ flows: [starting(60_000), starting(7_200_000)], clock: createClock(time).now })
  const noteOf = async (within: string) => (await run(['forecast', '--within', within, '--lcd', served.url])).stderr
  expect(await noteOf('30s')).toBe('No flow runs within 30 seconds.\n')
  expect(await noteOf('1h')).toMatch(/^The only flow that runs within 1 hour is (not )?expected to fail\.\n$/)
  expect(await noteOf('7d')).toMatch(
    / of the 2 flows that run within 7 days are expected to fail\.\nThe fee can’t be paid \(\S+\): 2 flows of 1 owner\.\n$/,
  )
})

test('failing --next is the same list', async () => {
  const { stdout, status } = await run(['failing', '--next', '1h', '--owner', owner, '--lcd', lcd, '--json'])
  const { found, forecasts } = JSON.parse(stdout)
  expect(found).toBe(2)
  expect(forecasts.map(({ flow }: { flow: { id: string } }) => flow.id)).toEqual(['122', '123'])
  expect(forecasts[0]).toMatchObject({
    nextRun: 'atRisk',
    risks: [{ kind: 'messageFunds', words: { remedy: expect.stringContaining('Add at least 0.4 INTO') } }],
  })
  expect(status).toBe(0)
})

test('rejects a duration without a unit', async () => {
  const { stderr, status } = await run(['failing', '--next', '24', '--lcd', lcd])
  expect(stderr).toContain('such as 30m, 24h or 7d')
  expect(status).toBe(2)
})

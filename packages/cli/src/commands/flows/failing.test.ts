import { createFlowClient } from '@flow-query/core'
import { flowHealth, summarizeHistory } from '@flow-query/insights'
import { address, chainTimeAt } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ended, hourly, now, runs } from '../../../test/flows.js'
import { closeNodes, serve } from '../../../test/node.js'
import { leftOn, run, runInTerminal } from '../../../test/run.js'

beforeEach(() => vi.setSystemTime(now))
afterEach(closeNodes)

const owner = address('owner')
const other = address('other')

/** Serves a node with these flows, which have enough money. Each flow has the outcomes of its runs. */
async function node(...flows: [flow: ReturnType<typeof hourly>, outcomes: string][]) {
  const one = serve({
    flows: flows.map(([flow]) => flow),
    history: Object.fromEntries(flows.map(([flow, outcomes], index) => [index + 1, runs(flow, outcomes)])),
  })
  const { accounts, state } = one.lcd
  for (const address of state.flows.flatMap(({ owner, feeAddress }) => [owner, feeAddress]))
    accounts.balances[address] = [{ denom: 'uinto', amount: '1000000000000' }]
  return one
}

/** The IDs of the listed flows, in their order. */
const ids = (text: string) => Array.from(text.matchAll(/^Flow (\d+)/gm), ([, id]) => Number(id))

test('lists when and why a flow began to fail, how to fix it, and its history', async () => {
  const { served } = await node([hourly(), '...'], [hourly({ label: 'Pay back' }), '.F.FF'])
  const { stdout, stderr, status } = await run(['failing', '--lcd', served.url])
  expect(stdout).toMatchInlineSnapshot(`
    "Flow 2  Pay back  of into10sg4r5dvks64pa0tzmsxfkg0yq84wmdzupuw48
      Failing: insufficient balance.
      Newest failure: run 5 (29 min ago). Failing since run 4 (1 h ago), 2 runs failed in a row.
      Next run: likely to succeed · fees covered for all runs.
      The chain said: msg handling error: could not execute local flow: spendable balance 48041uinto is smaller than 500000uinto: insufficient funds
      .F.FF
      2 of 5 runs succeeded, 3 failed. They cost 0.096 INTO. They began 0.4 s late.

    "
  `)
  expect([stderr, status]).toEqual(['1 of 2 flows needs attention.\n', 0])
})

test('sorts failing flows first, starting with the longest, and then flows that ended with a failure, starting with the newest', async () => {
  const { served } = await node(
    [ended(3), '.F'],
    [hourly(), '...F'],
    [ended(1), 'FF'],
    [hourly(), '..F.'],
    [hourly(), `.${'F'.repeat(29)}`],
    [ended(1), 'F.'],
  )
  const { stdout, stderr } = await run(['failing', '--lcd', served.url])
  expect(ids(stdout)).toEqual([5, 2, 3, 1])
  // The command reads 20 runs of each flow, and more runs of a failing flow.
  expect(stdout).toContain('Failing since run 2 (1 d ago), 29 runs failed in a row.')
  expect(stderr).toBe('4 of 6 flows need attention.\n')
  const two = await run(['failing', '--limit', '2', '--lcd', served.url])
  expect(ids(two.stdout)).toEqual([5, 2])
  expect(two.stderr).toBe('4 of 6 flows need attention.\nShowing the worst 2. For more, use --limit 10.\n')
})

test('--days limits how long ago a flow may have ended, and reads no history of other flows', async () => {
  const { served, lcd } = await node([ended(3), 'F'], [ended(10), 'F'], [hourly(), 'F'])
  const failing = async (...args: string[]) => {
    const { stdout, stderr } = await run(['failing', '--lcd', served.url, ...args])
    return [ids(stdout), stderr.split('\n').slice(0, -1)]
  }
  expect(await failing()).toEqual([
    [3, 1],
    ['2 of 3 flows need attention.', '1 flow ended more than 7 days ago and was not checked. See --days.'],
  ])
  expect(lcd.requests.some(({ target }) => target.includes('history/2'))).toBe(false)
  expect(await failing('--days', '0')).toEqual([
    [3],
    ['1 of 3 flows needs attention.', '2 flows ended and were not checked. See --days.'],
  ])
  expect(await failing('--days', '11')).toEqual([[3, 1, 2], ['3 of 3 flows need attention.']])
})

test('lists a flow that will stop although all of its runs succeeded, and one that will fail at its first run', async () => {
  const { served, lcd } = await node(
    [hourly(), '...'],
    [hourly({ owner: other }), '...'],
    [hourly({ owner: other, startTime: hourly().execTime }), ''],
  )
  for (const address of [other, lcd.flow(2)?.feeAddress, lcd.flow(3)?.feeAddress])
    lcd.accounts.balances[`${address}`] = []
  const { stdout, stderr } = await run(['failing', '--lcd', served.url])
  expect(ids(stdout)).toEqual([2, 3])
  expect(stdout).toContain('  Will stop in 30 min: 0.08904 INTO short.\n')
  expect(stderr).toBe('2 of 3 flows need attention.\n')
})

test('shows only the health, and says so, if the node can’t answer the queries of forecasts', async () => {
  const { served, lcd } = await node([hourly(), 'F'])
  lcd.fail({ path: '/cosmos/bank', status: 400, body: { code: 2, message: 'out of order', details: [] } })
  const { stdout, stderr, status } = await run(['failing', '--lcd', served.url])
  expect(stdout).toContain('  Failing: insufficient balance.\n')
  expect(stdout).toContain('  Its next runs were not forecast.\n')
  expect(stderr).toMatch(/^1 of 1 flow needs attention\.\nWithout forecasts: .*out of order/)
  expect(status).toBe(0)
})

test('says that no flow needs attention', async () => {
  const { served } = await node([hourly(), '..'], [hourly({ startTime: hourly().execTime }), ''], [ended(1), '..'])
  expect(await run(['failing', '--lcd', served.url])).toEqual({
    stdout: '',
    stderr: 'None of 3 flows needs attention.\n',
    status: 0,
  })
})

test('--owner reads only histories of this owner, and omits the address in the output', async () => {
  const { served, lcd } = await node([hourly({ owner }), 'F'], [hourly({ owner: other }), 'F'])
  const { stdout, stderr } = await run(['failing', '--owner', owner, '--lcd', served.url])
  expect([ids(stdout), stderr]).toEqual([[1], '1 of 1 flow needs attention.\n'])
  expect(stdout).not.toContain(`of ${owner}`)
  expect(lcd.requests.filter(({ query }) => query === 'flowHistory')).toHaveLength(1)
  expect((await run(['failing', '--lcd', served.url])).stdout).toContain(`Flow 2  Pay rent  of ${other}\n`)
})

test('reads the history of each flow that ran once, and shows progress on stderr', async () => {
  const flows = Array.from({ length: 450 }, () => ended(1))
  const { served, lcd } = serve({ flows, history: { 350: runs(ended(1), 'F') } })
  const { screen } = await runInTerminal(80, ['failing', '--no-color', '--lcd', served.url])
  expect(screen).toContain('Flow 350  Pay rent')
  expect(screen).toMatch(/[█░] \d+ of 450 flows/)
  expect(screen).toMatch(/[█░] \d+ of 450 histories/)
  expect(lcd.requests.filter(({ query }) => query === 'flowHistory')).toHaveLength(450)
})

test('shows on a terminal that it forecasts, and nothing about it in a pipe', async () => {
  const { served } = await node([hourly(), '.'], [hourly(), '.'])
  const { screen } = await runInTerminal(80, ['failing', '--no-color', '--lcd', served.url])
  expect(screen).toContain('Forecasting 2 flows ...\r\x1b[2K')
  expect(leftOn(screen)).not.toContain('Forecasting')
  expect((await run(['failing', '--lcd', served.url])).stderr).not.toContain('Forecasting')
})

test('--json prints the counts, and the worst flows with core’s insights and the printed text', async () => {
  const { lcd, served } = await node([hourly(), '.F'], [hourly(), '.FF'], [hourly(), '.'], [ended(10), 'F'])
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const [flow, page] = await Promise.all([
    client.flow({ id: 2 }),
    client.flowHistory({ id: 2, limit: 5, reverse: true }),
  ])
  const forecast = 'Next run: likely to succeed · fees probably covered for all runs'
  const { stdout, stderr } = await run(['failing', '--json', '--limit', '1', '--lcd', served.url])
  expect(JSON.parse(stdout)).toEqual({
    flows: 4,
    checked: 3,
    forecast: 3,
    found: 2,
    failing: [
      {
        flow,
        health: flowHealth(flow, page, chainTimeAt(now)),
        verdict: {
          state: 'failing',
          needsAttention: true,
          failure: null,
          stop: null,
          words: { title: 'Failing: insufficient balance', second: forecast },
        },
        summary: summarizeHistory(page, flow, chainTimeAt(now)),
        words: {
          title: 'Failing: insufficient balance',
          second: forecast,
          since: 'Newest failure: run 3 (29 min ago). Failing since run 2 (1 h ago), 2 runs failed in a row',
          help: null,
          chainSaid: page.history[0]?.errors[0],
          history: expect.arrayContaining(['1 of 3 runs succeeded, 2 failed']),
        },
      },
    ],
  })
  expect(stderr).toBe('')
})

test('exits with status 1 and prints no partial results if a history fails', async () => {
  const { served, lcd } = await node([hourly(), 'F'], [hourly(), 'F'])
  lcd.fail({ path: 'history/2', status: 400, body: { code: 2, message: 'out of order', details: [] } })
  const { stdout, stderr, status } = await run(['failing', '--lcd', served.url])
  expect([stdout, status]).toEqual(['', 1])
  expect(stderr).toContain('out of order')
})

import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import { describeFlow, describeNextRuns, describeSummary, explainVerdict, phraseText } from '@flow-query/format'
import { flowHealth, flowVerdict, summarizeHistory } from '@flow-query/insights'
import { forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'
import { chainTimeAt } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ended, hourly, now, runs, stopOnFailure } from '../../../test/flows.js'
import { closeNodes, recordedNode, serve, truthNodes } from '../../../test/node.js'
import { run, runInTerminal, wrappedLines } from '../../../test/run.js'

beforeEach(() => vi.setSystemTime(now))
afterEach(closeNodes)

/** The output of `explain` for a flow with these outcomes. */
async function explained(flow: ReturnType<typeof hourly>, outcomes: string): Promise<string> {
  const { served, lcd } = serve({ flows: [flow], history: { 1: runs(flow, outcomes) } })
  lcd.accounts.balances[flow.owner] = [{ denom: 'uinto', amount: '1000000000' }]
  const { stdout, stderr, status } = await run(['explain', '1', '--lcd', served.url])
  expect([stderr, status]).toEqual(['', 0])
  return stdout
}

test('explains a healthy flow', async () => {
  expect(await explained(hourly(), 'F...')).toMatchInlineSnapshot(`
    "Flow 1  Pay rent
    Send 0.001 INTO every hour

    Healthy since run 2 (2 h ago).
    Next run: likely to succeed · fees covered for all runs.
    F...
    3 of 4 runs succeeded, 1 failed. They cost 0.0768 INTO. They began 0.4 s late.

    Runs in 30 min, then 719 more times until 20 Dec 2026, 21:00:00 UTC.
    "
  `)
})

test('says "or earlier" if all runs that it read failed', async () => {
  const output = await explained(hourly(), `.${'F'.repeat(120)}`)
  expect(output).toContain('Failing since run 22 (4 d ago) or earlier, 100 or more runs failed in a row.')
  expect(output).toContain(`\n${'F'.repeat(50)}\nAll of the last 100 runs failed`)
})

test('names the rule that stopped a flow', async () => {
  const stopped = ended(1, { configuration: stopOnFailure, endTime: hourly().endTime })
  const output = await explained(stopped, '..F')
  expect(output).toContain('Stopped: run 3 failed, and the flow stops on failure (23 h ago). Insufficient balance.\n')
  expect(output).toMatch(/\nIt won’t run again\.\n$/)
})

test('omits the history of a flow that has not run yet', async () => {
  const start = hourly().execTime
  expect(await explained(hourly({ startTime: start }), '')).toMatchInlineSnapshot(`
    "Flow 1  Pay rent
    Send 0.001 INTO every hour

    Waiting for its first run, in 30 min.
    Next run: likely to succeed · fees probably covered for all runs.

    Runs for the first time in 30 min, then 719 more times until 20 Dec 2026, 21:00:00 UTC.
    "
  `)
})

test('a flow that will stop says so first, and counts no runs after that', async () => {
  const flow = hourly()
  const { served } = serve({ flows: [flow], history: { 1: runs(flow, '...') } })
  const { stdout } = await run(['explain', '1', '--lcd', served.url])
  expect(stdout).toMatch(/\n\nWill stop in 30 min: 0\.0692 INTO short\.\nThe next run will fail: /)
  expect(stdout).toContain('\nRuns in 30 min, and the flow is expected to stop at this run.\n')
})

test('shows the health if the facts for a forecast are missing', async () => {
  const flow = hourly()
  const { served, lcd } = serve({ flows: [flow], history: { 1: runs(flow, 'F..') } })
  lcd.fail({ path: 'balances', status: 400, body: { code: 2, message: 'out of order', details: [] } })
  const { stdout, stderr, status } = await run(['explain', '1', '--lcd', served.url])
  expect(stdout).toContain('\n\nHealthy so far, since run 2 (1 h ago).\nIts next runs were not forecast.\n')
  expect(stderr).toMatch(/^Without a forecast: .*out of order/)
  expect(status).toBe(0)
})

test('draws the history with colored blocks in a terminal and with letters elsewhere', async () => {
  const flow = hourly()
  const { served } = serve({ flows: [flow], history: { 1: runs(flow, '..F') } })
  const args = ['explain', '1', '--lcd', served.url]
  expect((await runInTerminal(80, args)).screen).toContain('\x1b[32m▄\x1b[39m\x1b[32m▄\x1b[39m\x1b[31m█\x1b[39m\n')
  expect((await runInTerminal(80, args, { NO_COLOR: '1' })).screen).toContain('\n..F\n')
  expect((await run(args)).stdout).toContain('\n..F\n')
})

test('wraps lines to the terminal width', async () => {
  const flow = hourly()
  const { served } = serve({ flows: [flow], history: { 1: runs(flow, 'F'.repeat(60)) } })
  const { screen } = await runInTerminal(40, ['explain', '1', '--lcd', served.url, '--no-color'])
  expect(screen).toContain(`\n${'F'.repeat(40)}\n`)
  for (const line of wrappedLines(screen)) expect(line.length).toBeLessThanOrEqual(40)
})

test.each(['v1', 'v1beta1'] as const)(
  '--json prints the data and insights of core, and the text (%s)',
  async version => {
    const { lcd, served, at } = recordedNode(version)
    vi.setSystemTime(at)
    const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, versions: [v1, v1beta1] })
    const id = '18'
    const [flow, page] = await Promise.all([client.flow({ id }), client.flowHistory({ id, limit: 100, reverse: true })])
    const { stdout, stderr } = await run(['explain', id, '--json', '--lcd', served.url])
    const health = flowHealth(flow, page, chainTimeAt(at))
    const summary = summarizeHistory(page, flow, chainTimeAt(at))
    const { agentAddress } = flow.trustlessAgent ?? {}
    const agent = agentAddress === undefined ? null : await client.trustlessAgent({ agentAddress })
    const facts = await readForecastFacts(client, {
      flows: [flow],
      histories: { [id]: page },
      time: chainTimeAt(at),
    })
    const [forecast] = forecastFlows(facts, chainTimeAt(at))
    const verdict = flowVerdict(flow, page, forecast, chainTimeAt(at))
    const { title, second, since, help, chainSaid } = explainVerdict(verdict)
    const words = { title: phraseText(title), second: second && phraseText(second) }
    const { state, needsAttention, failure, stop } = verdict
    expect(JSON.parse(stdout)).toEqual({
      flow,
      health,
      verdict: { state, needsAttention, failure, stop, words },
      summary,
      words: {
        does: describeFlow(flow),
        ...words,
        since: since && phraseText(since),
        help,
        chainSaid,
        history: describeSummary(summary, { isWhole: true, agent }),
        next: describeNextRuns(flow, chainTimeAt(at), { forecast }),
      },
    })
    expect(stderr).toBe('')
  },
)

test('reads the packets of runs with unclear results on the other chain', async () => {
  const nodes = truthNodes()
  const explain = async (id: string, args: string[]) =>
    (await run(['explain', id, ...args])).stdout.replace(/\s+/g, ' ')
  expect(await explain('77', nodes)).toContain(
    'The packet of run 1 never reached the other chain, so its messages did not run. The other chain shows that the messages of run 2 took effect. This flow won’t run again.',
  )
  expect(await explain('89', nodes)).toContain('its messages failed there with error code 5')
  const alone = await explain('77', nodes.slice(0, 2))
  expect(alone).toContain('It is unknown whether the messages of runs 1 and 2 took effect')
  expect(alone).toContain('Don’t create a new flow before you know')
})

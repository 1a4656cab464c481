import { existsSync, readFileSync } from 'node:fs'
import { chainTime, createFlowClient } from '@flow-query/core'
import { flowVerdict } from '@flow-query/insights'
import { forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'
import { type Exchange, replayRecordings } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { explainVerdict, phraseText } from '../index.js'

// Compares the explanation of each flow at the end of a recording with the true cause and fix, which are in the README of the
// recording.

function readExchanges(name: string): Exchange[] {
  const file = new URL(`../../../testing/recordings/v1-truth/${name}`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

const fetch = replayRecordings({ 'http://node': readExchanges('end.json') })
const client = createFlowClient({ lcd: 'http://node', fetch })
const time = await chainTime(client)

const heights = [900, 1100, 1400, 2150, 2850, 3700, 5600] as const

async function verdictsAt(height: (typeof heights)[number]) {
  const [here, there] = [readExchanges(`${height}.json`), readExchanges(`${height}.other-chain.json`)]
  const client = createFlowClient({
    lcd: 'http://node',
    chains: { 'connection-0': { lcd: 'http://other-chain' } },
    fetch: replayRecordings({ 'http://node': here, 'http://other-chain': there }),
  })
  const block = await chainTime(client)
  const time = { ...block, readAt: Date.parse(block.block) }
  const facts = await readForecastFacts(client, { flows: (await client.flows({ limit: 1_000 })).flows, time })
  const verdicts = forecastFlows(facts, time).map(forecast =>
    flowVerdict(forecast.flow, facts.histories?.[forecast.flow.id], forecast, time),
  )
  return { verdicts, time }
}

const isFine = /^(Completed, and its last run succeeded|Healthy|Waiting for its first run)/
const lacksFees = 'don’t send money to its fee account'
const isUnclear = 'Don’t create a new flow before you know'
const isUnmet = 'use a condition that can be met'

const truths: [id: string, expected: string | RegExp][] = [
  ['1', 'delegate more to the validator or lower the amount'],
  ['3', 'name a proposal that is open'],
  ['5', 'name a proposal that is open'],
  ['7', 'use an address that has never received coins'],
  ['9', 'The message revokes a permission that does not exist'],
  ['11', 'correct the denom'],
  ['13', isFine],
  ['15', isFine],
  ['17', 'name an existing validator'],
  ['19', 'Only a validator with unpaid commission can withdraw it'],
  ['21', lacksFees],
  ['23', isFine],
  ['25', isFine],
  ['27', 'grant a permission that allows this recipient or send to an allowed address'],
  ['29', /^Stopped: run 9 succeeded, and the flow stops on success/],
  ['31', lacksFees],
  ['33', isUnmet],
  ['35', 'correct the operand'],
  ['37', isUnmet],
  ['39', isFine],
  ['41', /^Stopped: flow 3 had failed, and run 2 was the second skipped run in a row/],
  ['43', isFine],
  ['45', 'correct the response key'],
  ['47', isFine],
  ['48', 'fund this account'],
  ['51', isFine],
  ['52', 'fund this account'],
  ['53', lacksFees],
  ['57', isUnclear],
  ['58', isUnclear],
  ['59', isUnclear],
  ['61', isUnclear],
  ['63', lacksFees],
  ['65', isUnclear],
  ['69', lacksFees],
  ['70', lacksFees],
  ['71', lacksFees],
  ['75', isFine],
  ['77', isUnclear],
  ['79', /^Stopped: run 1 was sent to the other chain, which counts as a success, and the flow stops on success/],
  ['80', 'because an earlier run revoked it'],
  ['81', isFine],
  ['85', 'fund this account'],
  ['87', isFine],
  ['89', isUnclear],
  ['91', 'fund this account'],
  ['93', lacksFees],
  ['95', isFine],
  ['97', isFine],
  ['99', isUnmet],
  ['101', 'compare the limit and the balances with the agent’s fee'],
  ['103', isUnmet],
  ['105', isFine],
  ['107', 'Correct the denom'],
  ['109', 'Name a proposal that is open'],
  ['111', isFine],
]

test.each(truths)('flow %s is explained as %s', async (id, expected) => {
  const flow = await client.flow({ id })
  const page = await client.flowHistory({ id, limit: 1_000, reverse: true })
  const newest = { ...time, readAt: Date.parse(time.block) }
  const { title, help } = explainVerdict(flowVerdict(flow, page, null, newest))
  const text = phraseText(title)
  if (typeof expected === 'string') expect(help).toContain(expected)
  else expect(text).toMatch(expected)
  if (expected === isFine) expect(help).toBeNull()
})

describe.each(heights)('while the flows run, at height %i', async height => {
  const { verdicts } = await verdictsAt(height)

  test('the help agrees with the title, and mentions each fix once', () => {
    for (const verdict of verdicts) {
      const { title, second, help } = explainVerdict(verdict)
      const name = `flow ${verdict.flow.id}`
      const sentences = (help ?? '').split(/(?<=\.) /)
      expect(new Set(sentences).size, name).toBe(sentences.length)
      // Separate advice about the last failure and the next one would repeat the same fix in other words. Only a later stop needs its own.
      const advice = sentences.filter(sentence => /^(Add|Send|Fund|Grant|Top up|Ask into1)/.test(sentence))
      const hasLaterStop = verdict.stop !== null && !verdict.failure?.stops
      expect(advice.length, `${name}: ${help}`).toBeLessThan(hasLaterStop ? 3 : 2)
      const isLikely = /^Likely/.test(phraseText(title))
      if (isLikely) expect(help, name).not.toMatch(/\bwill (fail|stop|be skipped)\b/)
      if (/^(Will|Likely to) stop/.test(phraseText(title))) expect(help, name).toMatch(/stops? (the flow )?for good/)
      if (verdict.forecast?.nextRun === 'unknown') expect(phraseText(second ?? []), name).not.toMatch(/will|likely to/)
    }
  })
})

test('a flow whose last fee was not collected and whose next run can’t be paid gets one amount', async () => {
  const { verdicts } = await verdictsAt(1400)
  const verdict = verdicts.find(({ flow }) => flow.id === '70') ?? expect.fail()
  const { title, second, help } = explainVerdict(verdict, { timeZone: 'UTC' })
  expect(phraseText(title)).toMatch(/^Will stop in .+: 0\.157 INTO short$/)
  expect(phraseText(second ?? [])).toBe('Fee not collected, but the messages took effect, 2 runs in a row')
  expect(help).toBe(
    `The next run will fail: the fee account holds 0.04 INTO and a run needs 0.05 INTO. Send at least 0.157 INTO to ${verdict.flow.feeAddress} before 24 Nov 2026, 02:39:35 UTC (2.018 INTO for all 14 scheduled runs), or the flow stops for good. This run lacks 0.01 INTO. The rest covers the run after it.`,
  )
})

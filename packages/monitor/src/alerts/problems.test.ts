import { createFlowClient, type Flow, type FlowHistoryPage } from '@flow-query/core'
import { describeVerdict, phraseText } from '@flow-query/format'
import type { FlowForecast, ForecastRisk } from '@flow-query/insights/forecast'
import { chainTimeAt, createLcd, historyEntry } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { evaluateFlows } from '../evaluate.js'
import { problemsOf } from './problems.js'

const now = Date.parse('2026-11-20T21:00:00Z')
const day = 86_400_000
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const lcd = createLcd({
  flows: [{ startTime: inMinutes(-90), execTime: inMinutes(30), endTime: inMinutes(600) }],
  clock: () => now,
})
const flow: Flow = await createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }).flow({ id: 1 })

type RiskIn = Pick<ForecastRisk, 'kind' | 'certainty'> & { run: number }

function evaluated(risks: RiskIn[], stopRun: number | null, lastRun: object) {
  const at = (run: number) => inMinutes(30 + 60 * (run - 3))
  const forecast: FlowForecast = {
    flow,
    nextRun: 'unknown',
    risks: risks.map(risk => ({ ...risk, at: at(risk.run) })),
    funds: null,
    runs: [],
    stop: stopRun === null ? null : { number: stopRun, time: at(stopRun), outcome: 'failed' },
    stranded: [],
    assumptions: [],
  }
  const history = [historyEntry({ scheduledExecTime: inMinutes(-30), ...lastRun }, now)]
  const page: FlowHistoryPage = { history, nextKey: null, total: null }
  const input = { flows: [flow], histories: new Map([['1', page]]), forecasts: new Map([['1', forecast]]) }
  const [one = expect.fail()] = evaluateFlows(input, chainTimeAt(now))
  return {
    verdict: one.verdict,
    alert: problemsOf(one, now, { minRuns: 0, minTime: 0, within: day })['flow.will_fail'],
  }
}

const failed = { executed: false, errors: ['insufficient funds'] }
const agentFee = (run: number): RiskIn => ({ kind: 'agentFee', certainty: 'certain', run })
const noMoney = (run: number, certainty: RiskIn['certainty'] = 'certain'): RiskIn => ({
  kind: 'feeBalanceTooLow',
  certainty,
  run,
})

test.each<[string, RiskIn[], number | null, object, number]>([
  ['a certain failure', [agentFee(3)], null, {}, 3],
  ['a certain failure before a certain stop', [agentFee(3), noMoney(5)], 5, {}, 3],
  ['a certain failure before a likely stop', [agentFee(3), noMoney(5, 'likely')], 5, {}, 3],
  ['a certain stop of a failing flow', [agentFee(3), noMoney(5)], 5, failed, 5],
])('an alert about %s names the run of the verdict', (_, risks, stopRun, lastRun, run) => {
  const { verdict, alert } = evaluated(risks, stopRun, lastRun)
  expect(verdict.failure?.risk.run).toBe(run)
  expect(alert).toMatchObject({ run, anchor: verdict.failure?.at, title: phraseText(describeVerdict(verdict)) })
})

test('an alert about a failure also names a later stop, and explains both', () => {
  const { alert } = evaluated([agentFee(3), noMoney(5, 'likely')], 5, {})
  expect(alert).toMatchObject({
    title: 'Will fail: the agent can’t be paid, then likely to stop',
    text: expect.stringMatching(
      /^The next run will fail: .* Run 5 is likely to fail: .*, or the flow stops for good\. The run is due at /,
    ),
  })
  const certainStop = evaluated([{ ...agentFee(3), certainty: 'likely' }, noMoney(5)], 5, {})
  expect(certainStop.alert).toMatchObject({ run: 5, title: 'Will stop: the fee can’t be paid' })
})

test('a stop after a failure on another chain raises an alert although the flow is already failing', () => {
  const { alert } = evaluated([{ kind: 'stopsAfterFailure', certainty: 'certain', run: 3 }], 3, failed)
  expect(alert).toMatchObject({
    run: 3,
    title: 'Will stop: it stops after a failure',
    text: expect.stringMatching(
      /^The flow will stop for good at the next run, because .* turn off “stop after a failure” before /,
    ),
  })
})

test('a likely failure raises an alert if money prevents it', () => {
  expect(evaluated([noMoney(3, 'likely')], 3, {}).alert).toMatchObject({
    run: 3,
    title: 'Likely to stop: the fee can’t be paid',
  })
  const messageFunds: RiskIn = { kind: 'messageFunds', certainty: 'likely', run: 4 }
  expect(evaluated([messageFunds, noMoney(5)], 5, {}).alert).toMatchObject({
    run: 4,
    title: 'Likely to fail: insufficient balance, then will stop',
  })
  expect(evaluated([{ kind: 'messageFunds', certainty: 'unknown', run: 3 }], null, {}).alert).toBeNull()
})

test('another likely failure raises no alert, and the next failure of a failing flow raises none either', () => {
  expect(evaluated([{ kind: 'grantMissing', certainty: 'likely', run: 3 }], null, {}).alert).toBeNull()
  expect(evaluated([agentFee(3)], null, failed).alert).toBeNull()
})

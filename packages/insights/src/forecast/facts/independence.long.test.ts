import { type BlockTime, chainTime, createFlowClient, type Flow, type FlowClient, flowStatus } from '@flow-query/core'
import { finish } from '@flow-query/core/parts/collection'
import { ForecastObserver } from '@flow-query/insights/query'
import { address, createClock, createLcd, type Flow as NodeFlow } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { expect, test } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { verdictHorizon } from '../failures.js'
import type { FlowsForecastFacts } from '../forecast-facts.js'
import { forecastFlows } from '../forecast-flows.js'
import type { FlowForecast } from '../result.js'
import { readChainFacts, readFlowFacts } from './flow-facts.js'
import { independentForecasts, relatedFlows } from './independence.js'
import { readPlanned } from './read.js'
import { FactReader } from './reader.js'

const owner = address('owner')
const random = (most: number) => Math.floor(Math.random() * most)

/** Reads the facts of a flow and of other flows. */
function readFacts(client: FlowClient, flow: Flow, otherFlows: readonly Flow[]): Promise<FlowsForecastFacts> {
  const flows = [flow]
  return readPlanned(
    client,
    stateOf => {
      const reader = new FactReader(client, stateOf)
      const { params, release } = readChainFacts(client, reader)
      const known = readFlowFacts(client, reader, { flows, otherFlows })
      const { queries, error, isPending } = reader
      const facts = params && release && !isPending ? { flows, otherFlows, params, release, ...known } : undefined
      return { queries, error, facts }
    },
    new AbortController().signal,
  )
}

/** Returns what a forecast says about the time before the balances are unknown. */
function knownBefore({ nextRun, runs, risks, stop }: FlowForecast, time: number, execTime: string) {
  const isBefore = (at: string) => Date.parse(at) < time
  return {
    nextRun: isBefore(execTime) ? nextRun : null,
    runs: runs.filter(run => isBefore(run.time)).map(({ balance: _, ...run }) => run),
    // With fewer flows, the amount is computed for more runs.
    risks: risks.filter(({ at }) => isBefore(at)).map(({ missingForAllRuns: _, ...risk }) => risk),
    stop: stop && isBefore(stop.time) ? stop : null,
  }
}

function unknownAt({ risks, runs }: FlowForecast): number {
  const run = runs.find(({ outcome }) => outcome === 'unknown')?.time
  const risk = risks.find(({ kind }) => kind === 'factsMissing')?.at
  return Math.min(
    ...[run, risk].flatMap(time => (time === undefined ? [] : Date.parse(time))),
    Number.POSITIVE_INFINITY,
  )
}

const surroundings = { agents: {}, readConnections: [] }

/** Returns how many other flows are read, after comparing the forecast with one that includes all of them. */
async function countRead(client: FlowClient, flow: Flow, others: readonly Flow[], time: BlockTime): Promise<number> {
  let read = relatedFlows([flow], others, surroundings)
  while (read.length < others.length) {
    const unread = others.filter(other => !read.includes(other))
    const facts = await readFacts(client, flow, read)
    const { forecasts, needed } = finish(independentForecasts(facts, unread, time, verdictHorizon))
    const [forecast] = forecasts ?? []
    if (forecast) {
      const [whole] = forecastFlows(await readFacts(client, flow, others), time) as [FlowForecast]
      const until = Math.min(unknownAt(forecast), unknownAt(whole))
      expect(knownBefore(forecast, until, flow.execTime), flow.label).toEqual(knownBefore(whole, until, flow.execTime))
      for (const [index, { balance }] of forecast.runs.entries()) {
        const same = whole.runs[index]?.balance
        if (balance && same) expect(balance, flow.label).toEqual(same)
      }
      break
    }
    expect(needed.length).toBeGreaterThan(0)
    read = [...read, ...needed]
  }
  return read.length
}

/** Checks every flow, or one flow in each `step` flows. */
async function countIndependent(client: FlowClient, step = 1): Promise<{ independent: number; running: number }> {
  const time = await chainTime(client)
  const { flows } = await client.flows({ limit: 1_000 })
  const running = flows.filter(flow => /active|scheduled/.test(flowStatus(flow, time)))
  let independent = 0
  const start = random(step)
  for (const flow of running.filter((_, index) => index % step === start)) {
    const others = running.filter(other => other.owner === flow.owner && other !== flow).slice(0, 30)
    if (others.length > 0 && (await countRead(client, flow, others, time)) < others.length) independent++
  }
  return { independent, running: running.length }
}

test('the forecasts of demo flows don’t change if other flows can’t matter', { timeout: 120_000 }, async () => {
  const lcd = createDemoLcd({ clock: createClock('2027-03-01T12:00:00Z').now })
  const { independent } = await countIndependent(createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }), 4)
  expect(independent).toBeGreaterThan(2)
})

/** Returns an owner's flow that sends, stakes or claims. */
function randomFlow(now: number): Partial<NodeFlow> {
  const amount = { denom: 'uinto', amount: String(10 ** random(8)) }
  const [validator, to] = [address('validator', 'intovaloper'), address('receiver')]
  const messages = [
    { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: owner, to_address: to, amount: [amount] },
    { '@type': '/cosmos.staking.v1beta1.MsgDelegate', delegator_address: owner, validator_address: validator, amount },
    { '@type': '/cosmos.gov.v1.MsgVote', proposal_id: '1', voter: owner, option: 'VOTE_OPTION_YES', metadata: '' },
  ]
  return {
    owner,
    interval: `${[60, 3_600, 86_400][random(3)]}s`,
    execTime: new Date(now + 60_000 * (1 + random(600))).toISOString(),
    endTime: new Date(now + 86_400_000 * (1 + random(60))).toISOString(),
    configuration: { walletFallback: random(2) === 0 } as NodeFlow['configuration'],
    msgs: messages.slice(random(3)).slice(0, 1) as NodeFlow['msgs'],
  }
}

test('the forecasts of random owners don’t change if other flows can’t matter', { timeout: 120_000 }, async () => {
  let [independent, running] = [0, 0]
  for (let round = 0; round < 25; round++) {
    const clock = createClock('2027-03-01T12:00:00Z').now
    const lcd = createLcd({ clock, flows: Array.from({ length: 2 + random(5) }, () => randomFlow(clock())) })
    lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: String(10 ** (4 + random(9))) }]
    const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
    const { flows } = await client.flows({ limit: 1_000 })
    for (const { feeAddress } of flows)
      if (random(3) > 0) lcd.accounts.balances[feeAddress] = [{ denom: 'uinto', amount: String(10 ** (4 + random(6))) }]
    const counts = await countIndependent(client)
    independent += counts.independent
    running += counts.running
  }
  expect(independent).toBeGreaterThan(10)
  expect(independent).toBeLessThan(running)
})

/** Returns the number of requests for the forecast of a flow on its page. */
async function countRequests(
  lcd: { requests: readonly unknown[] },
  client: FlowClient,
  flows: Flow[],
): Promise<number> {
  const queryClient = new QueryClient()
  const observer = new ForecastObserver(queryClient, new QueriesObserver(queryClient, []), { client, flows })
  const before = lcd.requests.length
  const unsubscribe = observer.subscribe(() => {})
  await until(() => expect(observer.getResult().isPending).toBe(false))
  unsubscribe()
  expect(observer.getResult().data).toHaveLength(flows.length)
  return lcd.requests.length - before
}

test('the forecast of a demo flow requires the facts of few other flows', { timeout: 120_000 }, async () => {
  const lcd = createDemoLcd({ clock: createClock('2027-03-01T12:00:00Z').now })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const newspaper = await client.flow({ id: '412' })
  const { flows } = await client.flowsForOwner({ owner: newspaper.owner, limit: 100 })
  const counts = new Map<string, number>()
  for (const flow of flows) counts.set(flow.id, await countRequests(lcd, client, [flow]))
  for (const [id, count] of counts) expect(count, id).toBeLessThan(25)
  expect(counts.get('412')).toBeLessThan(10)
})

test('the forecast of a flow requires few requests if its owner has many flows', async () => {
  const lcd = createLcd({ flows: Array.from({ length: 19 }, () => ({ owner })) })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const { flows } = await client.flows({ limit: 1 })
  const requestsWith = async (amount: string) => {
    for (const address of [owner, ...flows.map(flow => flow.feeAddress)])
      lcd.accounts.balances[address] = [{ denom: 'uinto', amount }]
    return countRequests(lcd, client, flows)
  }
  expect(await requestsWith('1000000000000')).toBeLessThan(12)
  expect(await requestsWith('1000')).toBeLessThan(12)
})

import { createFlowClient } from '@flow-query/core'
import { type FlowForecast, forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'
import { chainTimeAt, createClock, createLcd } from '@flow-query/testing'
import { at, now, sampleFlow } from './samples'

/** Returns the forecasts of flows that run every hour for six hours, with these balances of their fee accounts. The last one is due first. */
export async function forecasts(...balances: number[]): Promise<FlowForecast[]> {
  const lcd = createLcd({
    clock: createClock(now).now,
    flows: balances.map((_, index) => ({
      interval: '3600s',
      configuration: sampleFlow().configuration,
      startTime: at(-3_600),
      execTime: at(60 * (balances.length - index)),
      endTime: at(60 * (balances.length - index) + 6 * 3_600),
    })),
  })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const { flows } = await client.flows({ limit: 100 })
  for (const [index, balance] of balances.entries()) {
    const { feeAddress = '', owner = '' } = flows[index] ?? {}
    lcd.accounts.balances[feeAddress] = balance ? [{ denom: 'uinto', amount: `${balance}` }] : []
    lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '5000000000' }]
  }
  return forecastFlows(await readForecastFacts(client, { flows, time: chainTimeAt(now) }), chainTimeAt(now))
}

export async function forecast(balance: number): Promise<FlowForecast> {
  const [only] = await forecasts(balance)
  if (!only) throw new Error('There is no forecast')
  return only
}

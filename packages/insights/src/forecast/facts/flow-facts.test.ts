import { createFlowClient } from '@flow-query/core'
import { address, chainTimeAt, createLcd, flow, state } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { type FactState, forecastFactKeys, planForecasts, readFact, readForecastFacts } from '../index.js'

test('forecastFactKeys: returns the keys of all facts, except for the time and other flows', async () => {
  const [owner, agentAddress] = [address('owner'), address('agent')]
  const lcd = createLcd({
    state: state({
      flows: [{ owner }, { owner, trustlessAgent: { agentAddress, feeLimit: [], connectionId: '' } }],
      trustlessAgents: [{ agentAddress, icaConfig: { portId: '', connectionId: 'connection-0' } }],
    }),
  })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  const { flows } = await client.flows({ reverse: true, limit: 1 })
  const [flow] = flows
  if (!flow) throw new Error('no flow')

  const states = new Map<string, FactState>()
  const stateOf = (key: readonly unknown[]) => states.get(JSON.stringify(key))
  const namesOf = (keys: readonly (readonly unknown[])[]) => keys.map(([, , name]) => name)
  expect(namesOf(forecastFactKeys(client, flow, stateOf))).not.toContain('connectionChannels')

  for (;;) {
    const { queries } = planForecasts(client, { flows }, stateOf)
    const unread = queries.filter(({ queryKey }) => !states.has(JSON.stringify(queryKey)))
    if (unread.length === 0) break
    for (const query of unread)
      states.set(JSON.stringify(query.queryKey), await readFact(client, query, new AbortController().signal))
  }
  const keys = forecastFactKeys(client, flow, stateOf)
  expect(namesOf(keys)).toEqual(
    expect.arrayContaining([
      'params',
      'balances',
      'spendableBalances',
      'trustlessAgent',
      'connectionChannels',
      'clientStatus',
    ]),
  )
  const { queries } = planForecasts(client, { flows, otherFlows: [] }, stateOf)
  expect(keys).toEqual(queries.map(({ queryKey }) => queryKey).filter(([, , name]) => name !== 'chainTime'))
})

test('reads which coins are locked in accounts that allow the owner to spend', async () => {
  const [owner, granter] = [address('owner'), address('granter')]
  const send = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: granter, to_address: owner, amount: [] }
  const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send] }
  const lcd = createLcd({ flows: [{ owner, msgs: [exec] }] })
  lcd.deposit(granter, { denom: 'uinto', amount: '500' })
  lcd.accounts.spendableBalances[granter] = [{ denom: 'uinto', amount: '300' }]
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  const { flows } = await client.flows()
  const { spendableBalances } = await readForecastFacts(client, { flows, time: chainTimeAt(lcd.now()) })
  expect(spendableBalances?.[granter]).toEqual([{ denom: 'uinto', amount: '300' }])
})

test('forecastFactKeys: reads the runs of at most 100 flows on which a flow depends', async () => {
  const stopOnFailureOf = Array.from({ length: 5_000 }, (_, index) => `${index + 2}`)
  const { conditions } = flow()
  const lcd = createLcd({ flows: [{ conditions: conditions && { ...conditions, stopOnFailureOf } }] })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const names = forecastFactKeys(client, await client.flow({ id: 1 }), () => undefined).map(([, , name]) => name)
  expect(names.filter(name => name === 'flowHistory')).toHaveLength(101)
})

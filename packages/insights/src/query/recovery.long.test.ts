import { isDeepStrictEqual } from 'node:util'
import type { Flow } from '@flow-query/core'
import { createFlowClient } from '@flow-query/core'
import { liveFlows } from '@flow-query/core/live'
import { chainTimeQueryOptions, flowsForOwnerQueryOptions, totalBurntQueryOptions } from '@flow-query/core/query'
import {
  balancesQueryOptions,
  DraftObserver,
  ForecastObserver,
  HealthObserver,
  icaChannelQueryOptions,
} from '@flow-query/insights/query'
import { address, createClock, createLcd, flow, state } from '@flow-query/testing'
import { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { type AnyOptions, mount } from '../../../core/test/cache.js'
import { parseDraft } from '../draft/index.js'

const owner = address('owner')
const friend = address('friend')
const agentAddress = address('agent', 'into', 32)
const connectionId = 'connection-0'
const interchainAccount = address('interchain account')
const coins = (amount: string) => [{ denom: 'uinto', amount }]

const send = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: owner, to_address: friend, amount: coins('5') }
const messages = {
  exec: {
    '@type': '/cosmos.authz.v1beta1.MsgExec',
    grantee: owner,
    msgs: [{ ...send, from_address: friend, to_address: owner }],
  },
  undelegate: {
    '@type': '/cosmos.staking.v1beta1.MsgUndelegate',
    delegator_address: owner,
    validator_address: address('validator', 'intovaloper'),
    amount: coins('5')[0],
  },
  sendThere: { ...send, from_address: interchainAccount, to_address: friend },
}
const draft = parseDraft({
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner,
  label: 'Pay rent',
  msgs: [send],
  duration: '7200s',
  interval: '3600s',
  fee_funds: coins('5000000'),
})

const clock = createClock('2026-01-01T00:00:00Z')
const flowWith = (changes: Parameters<typeof flow>[0]) =>
  flow(
    { owner, configuration: { walletFallback: true } as never, endTime: '2026-01-01T03:00:00Z', ...changes },
    clock.now(),
  )
const flows = [
  flowWith({ msgs: [send], conditions: { ...flow().conditions, stopOnSuccessOf: ['6'] } as never }),
  flowWith({ msgs: [messages.exec] }),
  flowWith({ msgs: [messages.undelegate] }),
  flowWith({ msgs: [messages.sendThere], selfHostedIca: { connectionId, portId: `icacontroller-${owner}` } }),
  flowWith({
    msgs: [messages.sendThere],
    trustlessAgent: { agentAddress, feeLimit: coins('9'), connectionId: '' },
  }),
  flowWith({ owner: friend }),
]
const interchainAccounts = [{ owner, connectionId, address: interchainAccount }]
const trustlessAgents = [
  {
    agentAddress,
    icaConfig: { portId: `icacontroller-${agentAddress}`, connectionId },
    feeConfig: { feeAdmin: owner, feeCoinsSupported: coins('5') },
  },
]
const channelOf = (owner: string) => ({
  state: 'STATE_OPEN',
  ordering: 'ORDER_ORDERED',
  counterparty: { port_id: 'icahost', channel_id: 'channel-0' },
  connection_hops: [connectionId],
  version: JSON.stringify({ address: interchainAccount }),
  port_id: `icacontroller-${owner}`,
  channel_id: 'channel-0',
})

/** A page that uses every hook. The request with this index fails. */
function visit(failing?: number) {
  const lcd = createLcd({ state: state({ flows, interchainAccounts, trustlessAgents }, clock.now()), clock: clock.now })
  const other = createLcd({ flows: [] })
  lcd.accounts.channels[connectionId] = [channelOf(owner), channelOf(agentAddress)]
  lcd.accounts.connections[connectionId] = { client_id: '07-tendermint-0' }
  lcd.accounts.clients['07-tendermint-0'] = 'Active'
  lcd.accounts.balances[owner] = coins('100000000')
  const requests: string[] = []
  const client = createFlowClient({
    lcd: lcd.url,
    rpc: lcd.rpc,
    WebSocket: lcd.WebSocket,
    chainId: 'intento-1',
    chains: { [connectionId]: { lcd: 'http://other' } },
    retries: 0,
    timeout: 10_000,
    fetch: (input, init) => {
      const path = `${input}`
      const node = path.includes('http://other') ? other : lcd
      const stop = requests.length === failing ? node.fail({ status: 503 }) : () => {}
      requests.push(`${path}${init?.body ?? ''}`)
      const response = node.fetch(input, init)
      stop()
      return response
    },
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  liveFlows(client, queryClient, { signal: controller.signal })
  const unmounts: (() => void)[] = []
  const show = (options: AnyOptions) => void unmounts.push(mount(queryClient, options).unmount)
  const facts = () => new QueriesObserver(queryClient, [])
  const page = () => queryClient.getQueryData<{ flows: Flow[] }>(flowsForOwnerQueryOptions(client, { owner }).queryKey)
  const observers = {
    forecasts: new ForecastObserver(queryClient, facts(), { client, flows: undefined }),
    health: new HealthObserver(queryClient, facts(), { client, flows: undefined }),
    draft: new DraftObserver(queryClient, facts(), { client, draft }),
  }
  for (const options of [
    chainTimeQueryOptions(client),
    flowsForOwnerQueryOptions(client, { owner }),
    totalBurntQueryOptions(client),
    balancesQueryOptions(client, { address: friend }),
    icaChannelQueryOptions(client, { owner, connectionId }),
  ])
    show(options as AnyOptions)
  for (const observer of Object.values(observers)) unmounts.push(observer.subscribe(() => {}))
  const follow = queryClient.getQueryCache().subscribe(() => {
    const flows = page()?.flows
    observers.forecasts.setOptions({ client, flows })
    observers.health.setOptions({ client, flows })
  })
  const failed = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter(query => query.isActive() && query.state.status !== 'success')
      .map(({ queryKey, state }) => `${JSON.stringify(queryKey)} ${state.error?.message}`)
  return {
    requests,
    failed,
    shown: () => {
      const { forecasts, health, draft } = observers
      const check = draft.getResult()
      return {
        forecasts: forecasts.getResult().data.map(({ flow, state, forecast }) => [flow.id, state, forecast?.nextRun]),
        health: health.getResult().data.map(({ flow, health }) => [flow.id, health.state]),
        draft: [check.data?.verdict, check.data?.problems.map(({ kind }) => kind), check.data?.assumptions],
        errors: [forecasts, health, draft].map(observer => observer.getResult().error?.message ?? null),
        pending: [forecasts, health, draft].map(observer => observer.getResult().isPending),
        failed: failed(),
      }
    },
    leave() {
      follow()
      for (const unmount of unmounts) unmount()
      controller.abort()
    },
  }
}

test('a page recovers if any of its requests fails once', async () => {
  const healthy = visit()
  await until(() => expect(healthy.shown().pending).toEqual([false, false, false]))
  const expected = healthy.shown()
  healthy.leave()
  expect(expected).toMatchObject({ errors: [null, null, null], failed: [] })
  expect(expected.forecasts).toHaveLength(5)
  const lost: string[] = []
  for (const [index, request] of healthy.requests.entries()) {
    const page = visit(index)
    for (let second = 0; second < 105 && !isDeepStrictEqual(page.shown(), expected); second++)
      await vi.advanceTimersByTimeAsync(1_000)
    if (!isDeepStrictEqual(page.shown(), expected)) lost.push(request)
    page.leave()
  }
  expect(lost).toEqual([])
})

import { readFileSync } from 'node:fs'
import { createFlowClient, type Flow, type FlowClient, type FlowClientOptions, v1, v1beta1 } from '@flow-query/core'
import { balancesQueryOptions, icaChannelQueryOptions } from '@flow-query/insights/query'
import { address, chainTimeAt, createClock, createLcd, type Exchange, stateFromRecording } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { recordedFacts } from '../../../test/recorded-forecast.js'
import {
  authzGrants,
  balances,
  clientStatus,
  forecastFlows,
  icaChannel,
  readForecastFacts,
  spendableBalances,
  unbondingDelegations,
} from '../index.js'
import { otherChainOf } from './other-chain.js'

const recording = (file: string): Exchange[] =>
  JSON.parse(readFileSync(new URL(`../../../../testing/recordings/v1-forecast/${file}`, import.meta.url), 'utf8'))
const time = '2026-11-22T19:27:34.223595747Z'
const state = {
  ...stateFromRecording([...recording('state.json'), ...recording('exchanges.json')]),
  height: 3882,
  time,
}
const owner = 'into1mu6lrux6dkj4sfpd8kkpm3yv0umssdgz65dy4x'

function recorded() {
  const lcd = createLcd({ state, clock: createClock(time).now })
  return { lcd, client: createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }) }
}

describe('the queries', () => {
  test('return the data of recorded responses', async () => {
    const { client } = recorded()
    expect(await balances(client, { address: owner })).toEqual([{ denom: 'uinto', amount: '918511490' }])
    expect(await spendableBalances(client, { address: owner })).toEqual([{ denom: 'uinto', amount: '918511490' }])
    expect(
      await authzGrants(client, { granter: 'into1kstwj85cqsjnpmlsxhcr0g3ufhelp5xdtkkpq6', grantee: owner }),
    ).toMatchObject([{ authorization: { spend_limit: [{ amount: '1500' }] }, expiration: null }])
    expect(await icaChannel(client, { owner, connectionId: 'connection-0' })).toEqual({
      channelId: 'channel-4',
      portId: `icacontroller-${owner}`,
      state: 'STATE_OPEN',
      ordering: 'ORDER_UNORDERED',
      address: 'into19prcsd2hc03qw3frux6jyvaalkamavtncqudjl60hu6jvmeg3ajskac95y',
    })
    expect(await clientStatus(client, { connectionId: 'connection-0' })).toBe('Active')
    expect((await unbondingDelegations(client, { delegator: owner }))[0]?.entries).toHaveLength(3)
  })

  test('reject with the same errors as other queries', async () => {
    const { client } = recorded()
    await expect(balances(client, { address: '' })).rejects.toMatchObject({ kind: 'argument' })
    await expect(balances(client, { address: 'into1xyz' })).rejects.toMatchObject({ kind: 'argument' })
    await expect(authzGrants(client, { granter: 'x', grantee: owner })).rejects.toMatchObject({ kind: 'argument' })
    await expect(icaChannel(client, { owner, connectionId: 'connection-9' })).rejects.toMatchObject({
      kind: 'notFound',
    })
    await expect(clientStatus(client, { connectionId: 'connection-9' })).rejects.toMatchObject({ kind: 'notFound' })
  })

  test('retry, and fail over to the next endpoint', async () => {
    const { lcd } = recorded()
    lcd.fail({ path: '/cosmos/bank', status: 503, times: 1 })
    const client = createFlowClient({
      lcd: ['https://gone.test', lcd.url],
      chainId: 'intento-1',
      retries: 0,
      fetch: (url, init) =>
        String(url).startsWith('https://gone.test') ? Promise.reject(new TypeError('gone')) : lcd.fetch(url, init),
    })
    await expect(balances(client, { address: owner })).rejects.toMatchObject({ kind: 'node' })
    expect(await balances(client, { address: owner })).toHaveLength(1)
  })

  test('accept a height and a signal', async () => {
    const { client, lcd } = recorded()
    await balances(client, { address: owner, height: 3_882 })
    expect(lcd.requests.at(-1)?.headers).toMatchObject({ 'x-cosmos-block-height': '3882' })
    await expect(balances(client, { address: owner }, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough')
  })

  test('have the same kind of keys and options as other queries', () => {
    const { client } = recorded()
    expect(balancesQueryOptions(client, { address: owner })).toMatchObject({
      queryKey: ['flow-query', client.scope, 'balances', { address: owner }],
      retry: false,
    })
    expect(icaChannelQueryOptions(client, { owner, connectionId: undefined }).enabled).toBe(false)
    expect(balancesQueryOptions(client, { address: owner, height: 5 }).staleTime).toBe('static')
  })
})

describe('readForecastFacts', () => {
  test('an invalid connection or address in a flow changes only the forecast of that flow', async () => {
    const ica = { portId: 'x', connectionId: 'connection 0; drop' }
    const exec = {
      '@type': '/cosmos.authz.v1beta1.MsgExec',
      grantee: 'x',
      msgs: [{ '@type': '/a.MsgB', sender: 'x y' }],
    }
    const lcd = createLcd({ flows: [{}, { selfHostedIca: ica }, { msgs: [exec] }], clock: createClock(time).now })
    const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
    const { flows } = await client.flows()
    for (const { feeAddress } of flows) lcd.accounts.balances[feeAddress] = [{ denom: 'uinto', amount: '9000000' }]
    const forecast = async (flows: Flow[]) =>
      forecastFlows(await readForecastFacts(client, { flows, time: chainTimeAt(lcd.now()) }), chainTimeAt(lcd.now()))
    const [alone] = await forecast(flows.slice(0, 1))
    const [first, second, third] = await forecast(flows)
    expect(first).toEqual(alone)
    expect(second?.risks.map(({ kind }) => kind)).toContain('noOpenChannel')
    expect(third).toMatchObject({ flow: { id: '3' } })
  })

  test('a query that the node does not support makes only the outcomes that depend on it unknown', async () => {
    const exec = {
      '@type': '/cosmos.authz.v1beta1.MsgExec',
      grantee: address('owner'),
      msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: address('other'), to_address: address('owner') }],
    }
    const lcd = createLcd({ flows: [{}, { owner: address('owner'), msgs: [exec] }], clock: createClock(time).now })
    const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
    const { flows } = await client.flows()
    for (const { feeAddress } of flows) lcd.accounts.balances[feeAddress] = [{ denom: 'uinto', amount: '9000000' }]
    const forecast = async () =>
      forecastFlows(await readForecastFacts(client, { flows, time: chainTimeAt(lcd.now()) }), chainTimeAt(lcd.now()))
    const [before] = await forecast()
    lcd.fail({ path: '/cosmos/authz', status: 501, body: { code: 12, message: 'Not Implemented', details: [] } })
    const [first, second] = await forecast()
    expect(first).toEqual(before)
    expect(second?.nextRun).toBe('unknown')
  })

  test('reads the channels of a connection once for all owners', async () => {
    const ica = { connectionId: 'connection-0', portId: '', feeAddress: '' }
    const owners = [address('first'), address('second'), address('second')]
    const lcd = createLcd({ flows: owners.map(owner => ({ owner, selfHostedIca: ica })), clock: createClock(time).now })
    const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
    const { flows } = await client.flows()
    const facts = await readForecastFacts(client, { flows: flows.slice(0, 2), time: chainTimeAt(lcd.now()) })
    const paths = lcd.requests.filter(({ target }) => target.includes('/connections/connection-0/channels'))
    expect(paths).toHaveLength(1)
    expect(Object.keys(facts.channels ?? {})).toEqual(owners.slice(0, 2).map(owner => `connection-0/${owner}`))
  })

  test('an unsupported query of the parameters is still an error', async () => {
    const { client, lcd } = recorded()
    const { flows } = await client.flows({ limit: 1 })
    lcd.fail({ query: 'params', status: 501, body: { code: 12, message: 'Not Implemented', details: [] } })
    await expect(readForecastFacts(client, { flows, time: chainTimeAt() })).rejects.toMatchObject({
      kind: 'unsupported',
    })
  })

  test('an invalid height is still an error', async () => {
    const { client } = recorded()
    const { flows } = await client.flows({ limit: 1 })
    await expect(readForecastFacts(client, { flows, height: 0, time: chainTimeAt() })).rejects.toMatchObject({
      kind: 'argument',
    })
  })

  test('reads the same facts as in the recording', async () => {
    const { client } = recorded()
    const { facts, now } = recordedFacts()
    const flows = facts.flows.filter(({ id }) => Number(id) >= 94)
    const read = await readForecastFacts(client, { flows, time: chainTimeAt(now) })
    const expected = forecastFlows({ ...facts, flows, chains: undefined }, chainTimeAt(now))
    const actual = forecastFlows(read, chainTimeAt(now))
    expect(actual.map(({ nextRun }) => nextRun)).toEqual(expected.map(({ nextRun }) => nextRun))
    expect(actual.map(({ risks }) => risks.map(({ kind }) => kind))).toEqual(
      expected.map(({ risks }) => risks.map(({ kind }) => kind)),
    )
  })

  describe('with the LCD of another chain', () => {
    const there = { ...stateFromRecording(recording('other-chain.json')), height: 3944, time }

    /** The recorded chain and the other chain, behind one `fetch`. */
    function connected(options: Partial<FlowClientOptions> = {}) {
      const { lcd } = recorded()
      const other = createLcd({ state: there, clock: createClock(time).now })
      const client = createFlowClient({
        lcd: lcd.url,
        chains: { 'connection-0': { lcd: 'https://other.test' } },
        retries: 0,
        fetch: (url, init) => (String(url).startsWith('https://other.test') ? other : lcd).fetch(url, init),
        ...options,
      })
      return { client, lcd, other }
    }

    const { facts, now } = recordedFacts()
    const flows = facts.flows.filter(({ id }) => Number(id) >= 94)
    const interchain = flows.filter(({ id }) => ['100', '101', '113', '121', '123', '126'].includes(id))
    // Flow 123 failed before, and no relevant change is known.
    const withoutTheOther = ['unknown', 'unknown', 'unknown', 'unknown', 'atRisk', 'unknown']
    const nextRuns = async (client: FlowClient) =>
      forecastFlows(
        await readForecastFacts(client, { flows: interchain, time: chainTimeAt(now) }),
        chainTimeAt(now),
      ).map(({ nextRun }) => nextRun)

    test('the outcome of messages on the other chain is known', async () => {
      const { client } = connected()
      const actual = forecastFlows(await readForecastFacts(client, { flows, time: chainTimeAt(now) }), chainTimeAt(now))
      const expected = forecastFlows({ ...facts, flows }, chainTimeAt(now))
      expect(actual.map(({ flow, nextRun, risks }) => [flow.id, nextRun, risks])).toEqual(
        expected.map(({ flow, nextRun, risks }) => [flow.id, nextRun, risks]),
      )
      expect(await nextRuns(recorded().client)).toEqual(withoutTheOther)
      expect(await nextRuns(client)).toEqual(['likely', 'likely', 'likely', 'likely', 'atRisk', 'likely'])
    })

    test('sends each query about accounts to it once, without a height, and no other queries', async () => {
      const { client, other, lcd } = connected()
      await readForecastFacts(client, { flows: interchain, time: chainTimeAt(now), height: 3_882 })
      const targets = other.requests.map(({ target }) => target)
      expect(targets.length).toBeGreaterThan(2)
      expect(new Set(targets).size).toBe(targets.length)
      for (const { target, headers } of other.requests) {
        expect(target).toMatch(/^\/cosmos\/(bank|authz)\//)
        expect(headers).not.toHaveProperty('x-cosmos-block-height')
      }
      for (const { headers } of lcd.requests) expect(headers).toHaveProperty('x-cosmos-block-height', '3882')
    })

    test('if its requests fail, the outcome is unknown, and the forecast does not fail', async () => {
      const { client, other } = connected()
      other.fail({ path: '/cosmos/bank', status: 503 })
      expect(await nextRuns(client)).toContain('unknown')
      other.fail({ refuse: true })
      expect(await nextRuns(client)).toEqual(withoutTheOther)
    })

    test('all methods of its client send their requests to it', async () => {
      const { client, lcd, other } = connected()
      const chain = otherChainOf(client, 'connection-0')
      const before = lcd.requests.length
      await chain?.params()
      expect(lcd.requests).toHaveLength(before)
      expect(other.requests).toHaveLength(1)
      expect(otherChainOf(client, 'connection-0')).toBe(chain)
    })

    test('fails over between several nodes of the other chain', async () => {
      const { client } = connected({
        chains: { 'connection-0': { lcd: ['https://other.test/gone', 'https://other.test'] } },
      })
      expect((await nextRuns(client))[0]).toBe('likely')
    })

    test('requests to it can be aborted, and its URL is checked', async () => {
      const { client, other } = connected()
      other.fail({ hang: true })
      const controller = new AbortController()
      const facts = readForecastFacts(
        client,
        { flows: interchain, time: chainTimeAt(now) },
        { signal: controller.signal },
      )
      await until(() => other.requests.length > 0)
      controller.abort('enough')
      await expect(facts).rejects.toBe('enough')
      const misnamed = connected({ chains: { 'connection-0': { lcd: 'nonsense' } } }).client
      await expect(readForecastFacts(misnamed, { flows: interchain, time: chainTimeAt(now) })).rejects.toThrow(
        '`lcd` must be a URL',
      )
    })
  })

  test('reads few facts for many flows of one owner', async () => {
    const owner = address('owner')
    const lcd = createLcd({ flows: Array.from({ length: 100 }, () => ({ owner })) })
    for (const flow of lcd.state.flows) lcd.updateFlow(flow.id, { configuration: fallback(flow.configuration) })
    lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '1000000000' }]
    const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
    const { flows } = await client.flows()
    const histories = Object.fromEntries(flows.map(({ id }) => [id, []]))
    const before = lcd.requests.length
    const forecasts = forecastFlows(
      await readForecastFacts(client, { flows, histories, time: chainTimeAt(lcd.now()) }),
      chainTimeAt(lcd.now()),
    )
    expect(lcd.requests.length - before).toBeLessThanOrEqual(5)
    expect(new Set(forecasts.map(({ nextRun }) => nextRun))).toEqual(new Set(['likely']))
  })

  describe('the owner’s other flows', () => {
    const assumptionsOf = async (owners: number, flowsPerOwner: number) => {
      const flows = Array.from({ length: owners * flowsPerOwner }, (_, index) => ({
        owner: address(`owner ${index % owners}`),
        feeAddress: address(`fees ${index}`),
      }))
      const lcd = createLcd({ flows })
      const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
      const time = chainTimeAt(lcd.now())
      for (const { owner, feeAddress } of lcd.state.flows)
        for (const account of [owner, feeAddress]) lcd.deposit(account, { denom: 'uinto', amount: '9000000000' })
      const { flows: known } = await client.flows({ limit: owners })
      const facts = await readForecastFacts(client, { flows: known, time })
      return forecastFlows(facts, time).map(({ assumptions }) => assumptions.includes('otherFlowsIgnored'))
    }

    test('are included for up to 20 owners, with up to 30 flows each', async () => {
      expect(await assumptionsOf(20, 2)).toEqual(Array(20).fill(false))
      expect(await assumptionsOf(1, 31)).toEqual([false])
    })

    test('cause an assumption if not all of them are included', async () => {
      expect(await assumptionsOf(21, 2)).toEqual(Array(21).fill(true))
      expect(await assumptionsOf(1, 32)).toEqual([true])
    })

    test('are unknown if a forecast gets no other flows', async () => {
      const lcd = createLcd({ flows: [{}] })
      const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
      const time = chainTimeAt(lcd.now())
      const facts = await readForecastFacts(client, { flows: (await client.flows()).flows, time })
      const [forecast] = forecastFlows({ ...facts, otherFlows: undefined }, time)
      expect(forecast?.assumptions).toContain('otherFlowsIgnored')
    })
  })

  test('does not read balances that are passed', async () => {
    const lcd = createLcd({ flows: [{}, {}] })
    const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
    const { flows } = await client.flows()
    const [first, second] = flows.map(({ feeAddress }) => feeAddress)
    const known = { [`${first}`]: [{ denom: 'uinto', amount: '7' }] }
    const facts = await readForecastFacts(client, { flows, balances: known, time: chainTimeAt(lcd.now()) })
    expect(facts.balances).toMatchObject({ ...known, [`${second}`]: [] })
    const read = lcd.requests.filter(({ target }) => target.includes('/bank/v1beta1/balances/'))
    expect(read.some(({ target }) => target.includes(`${first}`))).toBe(false)
    expect(read.some(({ target }) => target.includes(`${second}`))).toBe(true)
  })

  test('at an earlier height of another chain, the rules are those of the node', async () => {
    const lcd = createLcd({ flows: [{}] })
    lcd.execute(1)
    const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0, allowHeight: true })
    const { flows } = await client.flows()
    const facts = await readForecastFacts(client, { flows, height: lcd.height - 1, time: chainTimeAt(lcd.now()) })
    expect(facts.release).toBe('current')
  })

  test.each([
    [1_098_000, 'legacy'],
    [3_455_000, '1.0.5'],
    [3_850_000, '1.0.7'],
    [10_629_233, '1.0.7'],
    [10_629_234, 'current'],
  ])('at height %i of the mainnet, the rules are those of its release at that time', async (height, release) => {
    const lcd = createLcd({ state: { ...state, height: 11_000_000 } })
    const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
    const ofMainnet = { default_node_info: { network: 'intento-1' } }
    lcd.fail({ path: '/cosmos/base/tendermint/v1beta1/node_info', status: 200, body: ofMainnet })
    expect((await readForecastFacts(client, { flows: [], height, time: chainTimeAt(0) })).release).toBe(release)
    expect((await readForecastFacts(client, { flows: [], time: chainTimeAt(0) })).release).toBe('current')
  })

  test('detects the rules of the release', async () => {
    const lcd = createLcd({ version: 'v1beta1', flows: [{}] })
    const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, versions: [v1, v1beta1] })
    const { flows } = await client.flows()
    expect((await readForecastFacts(client, { flows, time: chainTimeAt(lcd.now()) })).release).toBe('legacy')
  })
})

function fallback<Configuration extends object | null>(configuration: Configuration) {
  return configuration && { ...configuration, walletFallback: true }
}

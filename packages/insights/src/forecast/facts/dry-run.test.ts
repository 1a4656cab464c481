import { readFileSync } from 'node:fs'
import { type AnyMessage, createFlowClient, type Flow, isFlowQueryError } from '@flow-query/core'
import { flowDryRunQueryOptions } from '@flow-query/insights/query'
import { address, createLcd, type Exchange, type Lcd, stateFromRecording } from '@flow-query/testing'
import { hashKey, QueryClient, QueryObserver } from '@tanstack/query-core'
import { describe, expect, test } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { flowOf } from '../../../../core/test/flows.js'
import { dryRunFlow } from '../index.js'

const exchanges: Exchange[] = JSON.parse(
  readFileSync(new URL('../../../../testing/recordings/v1-forecast/simulate.json', import.meta.url), 'utf8'),
)
const owner = 'into1jem2ye7tjufy3fmqssnlu4jntk3sll6fhaq5af'
const other = 'into1rzn6rh9hfpcaz972uwg28y6krlnjw6sp6s6akq'

const send = (from: string, amount: string): AnyMessage => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: from,
  to_address: address('friend'),
  amount: [{ denom: 'uinto', amount }],
})
const flowWith = (...msgs: AnyMessage[]): Flow => flowOf({ owner, msgs })

/** A node with the recorded accounts. The owner has 1,000 uinto. */
function node() {
  const lcd = createLcd({ state: { ...stateFromRecording(exchanges), height: 6083 } })
  Object.assign(lcd.accounts.balances, { [owner]: [{ denom: 'uinto', amount: '1000' }], [other]: [] })
  return { lcd, client: createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 }) }
}

const simulations = (lcd: Lcd) => lcd.requests.filter(({ target }) => target.endsWith('/simulate'))

describe('dryRunFlow', () => {
  test.each(exchanges.filter(({ request }) => request.body?.includes('"tx"')))(
    'understands the recorded response to $request.body',
    async ({ request, response }) => {
      const { tx } = JSON.parse(request.body ?? '')
      const sent: unknown[] = []
      const [account] = exchanges
      const client = createFlowClient({
        lcd: 'https://lcd.test',
        fetch: async (url, init) => {
          if (!String(url).endsWith('/simulate')) return new Response(account?.response.body)
          sent.push(JSON.parse(String(init?.body)), init?.method, init?.headers)
          return new Response(response.body, { status: response.status })
        },
      })
      const run = dryRunFlow(client, { flow: flowWith(...tx.body.messages) })
      const isWrongSigner = tx.body.messages[0].from_address === other
      if (response.body.includes('sequence mismatch') && !isWrongSigner) {
        await expect(run).rejects.toMatchObject({ kind: 'node' })
        return
      }
      expect(await run).toEqual(expectedOf(response, isWrongSigner))
      // The recorded request has the documented shape.
      expect(sent.slice(0, 3)).toEqual([{ tx }, 'POST', { 'content-type': 'application/json' }])
    },
  )

  test('succeeds with the gas that the messages used', async () => {
    const { client, lcd } = node()
    expect(await dryRunFlow(client, { flow: flowWith(send(owner, '400'), send(owner, '600')) })).toEqual({
      result: 'succeeded',
      gasUsed: '69474',
    })
    expect(lcd.accounts.balances[owner]).toEqual([{ denom: 'uinto', amount: '1000' }])
  })

  test('rejects messages that are nested too deeply to be sent', async () => {
    const { client } = node()
    let nested: AnyMessage = send(owner, '1')
    for (let level = 0; level < 50_000; level++) nested = { '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: [nested] }
    const flow = flowWith(nested)
    await expect(dryRunFlow(client, { flow })).rejects.toMatchObject({ kind: 'argument' })
    const marked = flowWith({ '@type': '/cosmos.authz.v1beta1.MsgExec', '@tooDeep': true })
    await expect(dryRunFlow(client, { flow: marked })).rejects.toMatchObject({ kind: 'argument' })
    expect(hashKey(flowDryRunQueryOptions(client, { flow }).queryKey)).toContain(flow.id)
  })

  test('fails with the index of the message and its cause', async () => {
    const { client } = node()
    expect(await dryRunFlow(client, { flow: flowWith(send(owner, '400'), send(owner, '601')) })).toEqual({
      result: 'failed',
      messageIndex: 1,
      problem: 'insufficientFunds',
      message: 'spendable balance 600uinto is smaller than 601uinto: insufficient funds',
      gasUsed: '55318',
    })
    const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send(other, '1')] }
    expect(await dryRunFlow(client, { flow: flowWith(exec) })).toMatchObject({ messageIndex: 0, problem: 'noGrant' })
    expect(await dryRunFlow(client, { flow: flowWith({ '@type': '/no.such.Msg' }) })).toEqual({
      result: 'failed',
      messageIndex: null,
      problem: 'other',
      message: 'unknown message type "no.such.Msg"',
    })
  })

  test('sends no request for messages that run on another chain', async () => {
    const { client, lcd } = node()
    const selfHostedIca = { portId: `icacontroller-${owner}`, connectionId: 'connection-0' }
    expect(await dryRunFlow(client, { flow: { ...flowWith(send(owner, '1')), selfHostedIca } })).toEqual({
      result: 'notLocal',
    })
    expect(lcd.requests).toHaveLength(0)
  })

  test('reads the sequence again and retries once if it is outdated', async () => {
    const { client, lcd } = node()
    const outdated = { '@type': '/cosmos.auth.v1beta1.BaseAccount', address: owner, sequence: '49' }
    lcd.fail({ path: `/accounts/${owner}`, times: 1, body: { account: outdated } })
    expect(await dryRunFlow(client, { flow: flowWith(send(owner, '1')) })).toMatchObject({ result: 'succeeded' })
    expect(simulations(lcd)).toHaveLength(2)

    lcd.fail({ path: `/accounts/${owner}`, body: { account: outdated } })
    await expect(dryRunFlow(client, { flow: flowWith(send(owner, '1')) })).rejects.toMatchObject({
      kind: 'node',
      message: expect.stringContaining('account sequence mismatch, expected 50, got 49'),
    })
    expect(simulations(lcd)).toHaveLength(4)
  })

  test('detects a message that needs another signer, even if both accounts have the same sequence', async () => {
    const { client, lcd } = node()
    lcd.accounts.balances[other] = [{ denom: 'uinto', amount: '5' }]
    const wrong = { result: 'failed', problem: 'wrongSigner', message: expect.stringContaining(other) }
    for (const sequence of ['50', '18']) {
      lcd.accounts.authAccounts[other] = { '@type': '/cosmos.auth.v1beta1.BaseAccount', address: other, sequence }
      expect(await dryRunFlow(client, { flow: flowWith(send(other, '5')) })).toEqual({ ...wrong, messageIndex: 0 })
    }
    expect(await dryRunFlow(client, { flow: flowWith(send(owner, '5'), send(other, '5')) })).toEqual({
      ...wrong,
      messageIndex: 1,
    })
  })

  test('reads the sequence of vesting accounts and module accounts', async () => {
    const { client, lcd } = node()
    const base_account = { address: owner, sequence: '7' }
    lcd.accounts.authAccounts[owner] = {
      '@type': '/x.ContinuousVestingAccount',
      base_vesting_account: { base_account },
    }
    expect(await dryRunFlow(client, { flow: flowWith(send(owner, '1')) })).toMatchObject({ result: 'succeeded' })
    lcd.accounts.authAccounts[owner] = { '@type': '/x.ModuleAccount', base_account, name: 'mint' }
    expect(await dryRunFlow(client, { flow: flowWith(send(owner, '1')) })).toMatchObject({ result: 'succeeded' })
  })

  test('rejects with the same errors as queries', async () => {
    const { client, lcd } = node()
    const flow = flowWith(send(owner, '1'))
    const signal = AbortSignal.abort('enough')
    await expect(dryRunFlow(client, { flow }, { signal })).rejects.toBe('enough')
    await expect(dryRunFlow(client, {} as { flow: Flow })).rejects.toMatchObject({ kind: 'argument' })

    const recover = lcd.fail({ path: '/simulate', status: 501, body: { code: 12, message: 'Not Implemented' } })
    await expect(dryRunFlow(client, { flow })).rejects.toMatchObject({ kind: 'unsupported' })
    recover()
    lcd.fail({ path: '/simulate', status: 503 })
    await expect(until(dryRunFlow(client, { flow }))).rejects.toMatchObject({ kind: 'node', retryable: true })
    lcd.fail({ path: '/simulate', hang: true })
    const impatient = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, timeout: 20 })
    await expect(until(dryRunFlow(impatient, { flow }))).rejects.toMatchObject({ kind: 'timeout' })
    lcd.fail({ path: '/simulate', body: { gas_info: 5 } })
    await expect(dryRunFlow(client, { flow })).rejects.toMatchObject({ kind: 'decode' })
  })

  test('retries, fails over to the next endpoint, and does not fail over after a message has failed', async () => {
    const { lcd } = node()
    const asked: string[] = []
    const client = createFlowClient({
      lcd: ['https://gone.test', lcd.url, 'https://third.test'],
      chainId: 'intento-1',
      fetch: (url, init) => {
        asked.push(new URL(String(url)).host)
        return asked.at(-1) === 'gone.test' ? Promise.reject(new TypeError('gone')) : lcd.fetch(url, init)
      },
    })
    lcd.fail({ path: '/simulate', status: 503, times: 1 })
    const run = await until(dryRunFlow(client, { flow: flowWith(send(owner, '1001')) }))
    expect(run).toMatchObject({ result: 'failed', messageIndex: 0 })
    expect(asked.filter(host => host === 'gone.test')).toHaveLength(3)
    expect(asked).not.toContain('third.test')
  })
})

describe('flowDryRunQueryOptions', () => {
  test('does not run until it is refetched', async () => {
    const { client, lcd } = node()
    const options = flowDryRunQueryOptions(client, { flow: flowWith(send(owner, '1')) })
    const observer = new QueryObserver(new QueryClient(), options)
    const unsubscribe = observer.subscribe(() => {})
    expect(observer.getCurrentResult()).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
    expect(lcd.requests).toHaveLength(0)
    expect((await observer.refetch()).data).toMatchObject({ result: 'succeeded' })
    unsubscribe()
  })

  test('starts again after an update, which can change the messages', () => {
    const { client } = node()
    const keyOf = (changes: Partial<Flow>) => flowDryRunQueryOptions(client, { flow: flowOf(changes) }).queryKey
    const updateHistory = ['2026-11-22T05:00:00Z']
    expect(keyOf({ updateHistory, label: 'Rent' })).toEqual(keyOf({ updateHistory }))
    expect(keyOf({ updateHistory })).not.toEqual(keyOf({ updateHistory: [] }))
  })

  test('rejects without a flow', async () => {
    const { client } = node()
    const options = flowDryRunQueryOptions(client, { flow: undefined })
    const error = await new QueryClient().query(options).catch(error => error)
    expect(isFlowQueryError(error, 'argument')).toBe(true)
  })
})

function expectedOf({ status, body }: Exchange['response'], isWrongSigner: boolean) {
  const { gas_info, message = '' } = JSON.parse(body)
  if (status === 200) return { result: 'succeeded', gasUsed: gas_info.gas_used }
  if (isWrongSigner)
    return { result: 'failed', messageIndex: 0, problem: 'wrongSigner', message: expect.stringContaining(other) }
  const [, index] = /message index: (\d+)/.exec(message) ?? []
  const reason = message.replace(/^failed to execute message; message index: \d+: /, '').replace(/ \[\S+\] with.*/, '')
  const problem = /is smaller than/.test(reason) ? 'insufficientFunds' : /grant/.test(reason) ? 'noGrant' : 'other'
  const [, gasUsed] = /with gas used: '(\d+)'/.exec(message) ?? []
  const messageIndex = index === undefined ? null : Number(index)
  return { result: 'failed', messageIndex, problem, message: reason, ...(gasUsed && { gasUsed }) }
}

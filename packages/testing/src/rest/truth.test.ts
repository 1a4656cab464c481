import { describe, expect, test } from 'vitest'
import { recording } from '../../test/recording.js'
import { burntBy } from '../chain/history-entry.js'
import { recordedExchanges } from '../demo/demo.js'
import { createClock, createLcd, type Exchange, type Lcd, stateFromRecording, type Version } from '../index.js'

const releases = recording<Record<string, string>>('releases.json')

/**
 * Creates a node with a recorded state and a clock that does not move. It runs the recorded release or the given one.
 */
function standing(folder: string, release = releases[folder] ?? ''): Lcd {
  const state = stateFromRecording(recording(`${folder}/state.json`))
  return createLcd({ release, state })
}

/** The recorded and the current responses of one file, with an entry per request, so that a failure names each difference. */
async function responsesIn(
  exchanges: readonly Exchange[],
  send: (request: Exchange['request']) => Promise<Exchange['response']>,
) {
  const recorded: Record<string, Exchange['response']> = {}
  const sent: Record<string, Exchange['response']> = {}
  for (const [index, { request, response }] of exchanges.entries()) {
    const name = `${index} ${request.method} ${request.path}`
    recorded[name] = response
    sent[name] = await send(request)
  }
  return { recorded, sent }
}

describe.each(Object.keys(releases))('%s: every recorded exchange gets the same response', folder => {
  test.each(['state.json', 'exchanges.json'])('%s', async file => {
    const lcd = standing(folder)
    const { recorded, sent } = await responsesIn(recording(`${folder}/${file}`), async request => {
      const { method, path, headers = {} } = request
      const answer = await lcd.fetch(lcd.url + path, { method, headers, redirect: 'manual' })
      const { location: _location, ...rest } = Object.fromEntries(answer.headers)
      return { status: answer.status, headers: rest, body: await answer.text() }
    })
    expect(sent).toEqual(recorded)
  })
})

describe('reads at other heights', () => {
  test('v1beta1', async () => {
    const lcd = standing('v1beta1')
    for (const { request, response } of recording('v1beta1/at-height.json')) {
      const { headers = {} } = request
      const answer = await lcd.fetch(lcd.url + request.path, { headers })
      const sent = { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
      expect(sent, JSON.stringify(headers)).toEqual(response)
    }
  })

  test('v1: an earlier height has the earlier execution time, but not fields that the owner changed later', async () => {
    const [{ request, response }, ...others] = recording('v1/at-height.json') as [Exchange, ...Exchange[]]
    const lcd = standing('v1')
    const answer = await lcd.fetch(lcd.url + request.path, { headers: request.headers ?? {} })
    const recorded = JSON.parse(response.body).flow
    expect((await answer.json()).flow).toMatchObject({ exec_time: recorded.exec_time, msgs: recorded.msgs })
    for (const other of others) {
      const again = await lcd.fetch(lcd.url + other.request.path, { headers: other.request.headers ?? {} })
      expect({ status: again.status, body: await again.text() }).toMatchObject({
        status: other.response.status,
        body: other.response.body,
      })
    }
  })
})

describe('a page of 230 flows with every optional field', () => {
  const [page] = recording('v1/65000-flows.json') as [Exchange]
  const state = stateFromRecording([page])
  const ask = async (version: Version) => {
    const lcd = createLcd({ version, state, clock: createClock(state.time).now })
    return (await lcd.fetch(`${lcd.url}/intento/intent/${version}/flows?pagination.limit=230`)).text()
  }

  test('v1 reproduces the body byte for byte, with null and empty values distinct', async () => {
    const flows = (body: string) => body.slice(0, body.indexOf(',"pagination"'))
    expect(flows(await ask('v1'))).toBe(flows(page.response.body))
  })

  test('v1beta1 keeps null and empty values distinct', async () => {
    const flows: Record<string, unknown>[] = JSON.parse(await ask('v1beta1')).flow_infos
    const names = [
      ['self_hosted_ica', 'ica_config'],
      ['trustless_agent', 'hosted_ica_config'],
      ['configuration', 'configuration'],
      ['conditions', 'conditions'],
    ] as const
    for (const [v1, v1beta1] of names) {
      const nulls = JSON.parse(page.response.body).flows.map((flow: Record<string, unknown>) => flow[v1] === null)
      expect(flows.map(flow => flow[v1beta1] === null)).toEqual(nulls)
    }
  })
})

describe('one state in both versions', () => {
  test('a v1beta1 recording survives a round trip through v1', async () => {
    const v1 = standing('v1beta1', releases.v1)
    const printed = recording('v1beta1/state.json')
      .map(({ request }) => request.path.replace('v1beta1', 'v1').replace('hosted-accounts', 'trustless-agents'))
      .map(async path => {
        const response = await v1.fetch(v1.url + path)
        return { request: { method: 'GET', path }, response: { status: 200, headers: {}, body: await response.text() } }
      })
    const { height: _, ...again } = stateFromRecording(await Promise.all(printed))
    const { height: __, ...state } = stateFromRecording(recording('v1beta1/state.json'))
    expect(again).toEqual(state)
  })

  test('v1beta1 drops the fields of a v1 state that it does not support', async () => {
    const lcd = standing('v1-interchain', releases.v1beta1)
    const ask = async (path: string) => (await lcd.fetch(`${lcd.url}/intento/intent/v1beta1/${path}`)).json()
    const { flow_info } = await ask('flow/21')
    expect(flow_info.hosted_ica_config).toEqual({
      hosted_address: 'into1s4x4k8fgpmegd6qkt77kk2q2uzk58228ldsxny9u9hnjj9tyl5uqr9075d',
      fee_coin_limit: { denom: 'uinto', amount: '20' },
    })
    const [entry] = (await ask('flow-history/21')).history
    expect(Object.keys(entry)).not.toContain('packet_sequences')
    expect(entry.exec_fee).toEqual({ denom: 'uinto', amount: '37280' })
    expect((await ask('params')).params.relayer_rewards).toEqual(['20000', '30000', '40000', '50000'])
    expect((await ask('hosted-accounts?pagination.limit=1')).hosted_accounts[0]).toMatchObject({
      host_fee_config: { admin: 'into1am72r385plw7ylgm0q38vzh345z08sltslnkfz' },
    })
  })
})

test('the embedded recording equals the recorded file', () => {
  expect(recordedExchanges).toEqual(recording('v1-interchain/state.json'))
})

test.each(['v1', 'v1-interchain'])('%s: the burned total is the sum over all executions', folder => {
  const { flows, history, params, totalBurnt } = stateFromRecording(recording(`${folder}/state.json`))
  const [{ response }] = recording(`${folder}/exchanges.json`).filter(({ request }) =>
    /total_burnt/.test(request.path),
  ) as [Exchange]
  let burnt = 0n
  for (const flow of flows)
    for (const entry of history[flow.id] ?? []) burnt += burntBy(flow, entry, params.burnFeePerMsg)
  expect({ total_burnt: { ...totalBurnt, amount: String(burnt) } }).toEqual(JSON.parse(response.body))
})

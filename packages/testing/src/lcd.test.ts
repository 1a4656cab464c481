import { describe, expect, test } from 'vitest'
import { createClock, createLcd, flow, type Lcd, state } from './index.js'

const initialTime = '2026-11-20T21:00:00Z'
const read = async (lcd: Lcd, path: string, headers: Record<string, string> = {}) => {
  const answer = await lcd.fetch(`${lcd.url}/intento/intent/${lcd.version}/${path}`, { headers })
  return { height: Number(answer.headers.get('grpc-metadata-x-cosmos-block-height')), body: await answer.json() }
}

describe('a node that lags behind its RPC', () => {
  const clock = createClock(initialTime)
  const lcd = createLcd({ flows: [flow({}, clock.now())], clock: clock.now, lag: 2 })
  const executions = async () => (await read(lcd, 'flow-history/1')).body.history.length

  test('responds with an earlier height and rejects newer heights', async () => {
    const { height } = lcd
    expect((await read(lcd, 'params')).height).toBe(height - 2)
    const refused = await read(lcd, 'params', { 'x-cosmos-block-height': String(height) })
    expect(refused.body.message).toContain('cannot query with height in the future')
  })

  test('shows an execution when it reaches the block of the execution, or when the lag is set to 0', async () => {
    lcd.execute(1)
    expect(await executions()).toBe(0)
    clock.advance(1_100)
    expect(await executions()).toBe(1)
    lcd.execute(1)
    expect(await executions()).toBe(1)
    lcd.lag = 0
    expect(await executions()).toBe(2)
  })
})

describe('releases and versions', () => {
  test('the release determines the version and the endpoints', async () => {
    expect(createLcd({ release: '0.8.3', flows: [] })).toMatchObject({ version: 'v1beta1', release: '0.8.3' })
    const first = createLcd({ release: '1.0.4', flows: [] })
    expect((await read(first, 'total_burnt_coins')).body).toEqual({ code: 12, message: 'Not Implemented', details: [] })
  })

  test('alsoServes adds another version of the same chain, which keeps its rules', async () => {
    const clock = createClock(initialTime)
    const account = { portId: 'icacontroller-x', connectionId: 'connection-0' }
    const lcd = createLcd({
      flows: [flow({ selfHostedIca: account }, clock.now())],
      clock: clock.now,
      alsoServes: 'v1beta1',
      behave: () => ({ outcome: 'unacknowledged' }),
    })
    clock.advance(5 * 3_600_000)
    const older = await (await lcd.fetch(`${lcd.url}/intento/intent/v1beta1/flow/1`)).json()
    const { flow: newer } = (await read(lcd, 'flow/1')).body
    expect([older.flow_info.exec_time, older.flow_info.ica_config]).toEqual([newer.exec_time, newer.self_hosted_ica])
    const executions = (await read(lcd, 'flow-history/1')).body.history
    const ofOlder = await (await lcd.fetch(`${lcd.url}/intento/intent/v1beta1/flow-history/1`)).json()
    expect(ofOlder.history).toHaveLength(executions.length)
    expect(lcd.requests.map(({ query }) => query)).toEqual(['flow', 'flow', 'flowHistory', 'flowHistory'])
    const unknown = await lcd.fetch(`${lcd.url}/intento/intent/v2/flow/1`)
    expect(unknown.status).toBe(501)
  })
})

test('trustless agents have default fields and distinct addresses', async () => {
  const lcd = createLcd({ state: state({ trustlessAgents: [{}, {}] }) })
  const { trustless_agents } = (await read(lcd, 'trustless-agents')).body
  expect(new Set(trustless_agents.map((agent: { agent_address: string }) => agent.agent_address)).size).toBe(2)
  expect(trustless_agents[0]).toMatchObject({
    ica_config: { port_id: `icacontroller-${trustless_agents[0].agent_address}`, connection_id: 'connection-0' },
    fee_config: { fee_coins_supported: [{ denom: 'uinto', amount: '10' }] },
  })
})

test('total_burnt_coins grows with each executed message and can be read at every height', async () => {
  const clock = createClock(initialTime)
  const [msg] = flow().msgs
  const flows = [flow({}, clock.now()), flow({ msgs: msg ? [msg, msg] : [] }, clock.now())]
  const lcd = createLcd({ flows, clock: clock.now })
  const burnt = async (height?: number) =>
    (await read(lcd, 'total_burnt_coins', height ? { 'x-cosmos-block-height': String(height) } : {})).body.total_burnt
  const before = lcd.height
  const { amount } = await burnt()
  lcd.execute(1)
  const once = lcd.height
  lcd.execute(2)
  lcd.execute(1, { outcome: 'failed', error: 'balance too low to deduct expected fee' })
  const more = (by: number) => ({ denom: 'uinto', amount: String(Number(amount) + by) })
  expect(await burnt()).toEqual(more(30_000))
  expect(await burnt(once)).toEqual(more(10_000))
  expect(await burnt(before)).toEqual(more(0))
  expect(lcd.state.totalBurnt).toEqual(more(30_000))
})

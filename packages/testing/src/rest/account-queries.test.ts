import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createClock, createLcd, type Exchange, stateFromRecording } from '../index.js'

const recording = (file: string): Exchange[] =>
  JSON.parse(readFileSync(new URL(`../../recordings/v1-forecast/${file}`, import.meta.url), 'utf8'))

const exchanges = recording('exchanges.json')
const state = { ...stateFromRecording([...recording('state.json'), ...exchanges]), height: 3882 }
/** The recorded state of one height, at the time of its block. */
const time = '2026-11-22T19:27:34.223595747Z'
const lcd = createLcd({ state: { ...state, time }, clock: createClock(time).now })

const answered = [
  /\/bank\/v1beta1\/(spendable_)?balances\/[^/]*$/,
  /\/authz\/v1beta1\/grants(\?|$)/,
  /\/unbonding_delegations$/,
  /\/channel\/v1\/connections\/[^/]+\/channels(\?|$)/,
  /\/connection\/v1\/connections\/[^/]+$/,
  /\/client_status\//,
]
const alike = exchanges.filter(
  ({ request: { path, headers = {} } }) =>
    answered.some(pattern => pattern.test(path)) && headers['x-cosmos-block-height'] !== '3000',
)

describe('balances, grants and channels', () => {
  test.each(alike)('responds as recorded: $request.method $request.path', ({ request, response }) => {
    const { method, path, headers = {} } = request
    const { answer } = lcd.reply({ method, target: path, headers: lowerCase(headers) })
    expect(answer).toEqual({
      status: response.status,
      headers: expect.objectContaining(response.headers),
      body: response.body,
    })
  })

  test('covers the good and the bad responses', () => {
    expect(alike.length).toBeGreaterThan(110)
    expect(alike.filter(({ response }) => response.status >= 400).length).toBeGreaterThan(12)
  })

  test('changes at once', async () => {
    const address = 'into1s8cpugz67gvdr6rf7jqh8w3xn00wq324q4ykhj'
    lcd.accounts.balances[address] = [{ denom: 'uinto', amount: '7' }]
    const response = await lcd.fetch(`${lcd.url}/cosmos/bank/v1beta1/balances/${address}`)
    expect(await response.json()).toMatchObject({ balances: [{ denom: 'uinto', amount: '7' }] })
  })
})

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

import { describe, expect, test } from 'vitest'
import { answerTo, recording } from '../../test/recording.js'
import { address, createClock, createLcd, stateFromRecording } from '../index.js'

const exchanges = recording('v1-forecast/exchanges.json')
const state = { ...stateFromRecording([...recording('v1-forecast/state.json'), ...exchanges]), height: 3882 }
/** The recorded state of one height, at the time of its block. */
const time = '2026-11-22T19:27:34.223595747Z'
const lcd = createLcd({ state: { ...state, time }, clock: createClock(time).now })

const answered = [
  /\/bank\/v1beta1\/(spendable_)?balances\/[^/]*$/,
  /\/authz\/v1beta1\/grants(\?|$)/,
  /\/staking\/v1beta1\/delegations\/[^/]*$/,
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
    expect(answerTo(lcd, request)).toEqual({ ...response, headers: expect.objectContaining(response.headers) })
  })

  test('covers successful and failed responses', () => {
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

test.each(['bank/v1beta1/balances', 'auth/v1beta1/accounts', 'staking/v1beta1/delegations'])(
  '%s only accepts addresses with the prefix of the chain',
  async path => {
    const otherChain = createLcd({ addressPrefix: 'osmo' })
    const known = address('account', 'osmo')
    otherChain.accounts.balances[known] = []
    const statusOf = async (account: string) =>
      (await otherChain.fetch(`${otherChain.url}/cosmos/${path}/${account}`)).status
    expect(await statusOf(known)).toBe(200)
    expect(await statusOf(address('account'))).toBeGreaterThanOrEqual(400)
  },
)

describe('acknowledgements of packets', () => {
  const recorded = recording('v1-truth-2/end.other-chain.json').filter(({ request }) =>
    request.path.includes('/ports/icahost/packet_acknowledgements'),
  )
  const otherChain = createLcd({ state: { ...state, height: 5513 } })
  for (const { request, response } of recorded) {
    const channelId = /channels\/([^/]+)/.exec(request.path)?.[1] ?? ''
    const { acknowledgements }: Acknowledgements = JSON.parse(response.body)
    const hashes = acknowledgements.map(({ sequence, data }) => [sequence, data])
    otherChain.accounts.acknowledgements[channelId] = {
      ...otherChain.accounts.acknowledgements[channelId],
      ...Object.fromEntries(hashes),
    }
  }

  test.each(recorded)('responds as recorded: $request.path', ({ request, response }) => {
    expect(answerTo(otherChain, request).body).toBe(response.body)
  })

  test('covers whole lists and named packets', () => {
    const named = recorded.filter(({ request }) => request.path.includes('packet_commitment_sequences'))
    expect(named.length).toBeGreaterThan(20)
    expect(recorded.length - named.length).toBeGreaterThan(9)
  })
})

interface Acknowledgements {
  acknowledgements: { sequence: string; data: string }[]
}

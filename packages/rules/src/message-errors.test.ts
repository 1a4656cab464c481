import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { flows } from '../test/recordings.js'
import { messageError } from './message-errors.js'

const bonded = 'into1fl48vsnmsdzcv85q5d2q4z5ajdha8yu36evtu9'

const send = (to: string) => ({ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: 'into1a', to_address: to })

describe('messageError', () => {
  const failing = flows.flatMap(({ name, flow, runs }) => {
    const [message] = flow.msgs
    const error = message && messageError(message)
    return error === undefined ? [] : [{ name, error, runs }]
  })

  test('v1-truth-2: all runs of flows with such a message failed with its error', () => {
    expect(failing.map(({ name }) => name)).toEqual(['v1-truth-2 50', 'v1-truth-2 66'])
    for (const { error, runs } of failing)
      for (const { errors } of runs) expect(errors).toEqual([expect.stringContaining(error)])
  })

  // The recipient of flow 12 was changed before its 22nd run.
  test('v1-truth-2 12: the account of a module refuses coins', () => {
    const found = flows.find(({ name }) => name === 'v1-truth-2 12')
    const errors = found?.runs.slice(0, 21).flatMap(({ errors }) => errors)
    expect(errors).toHaveLength(21)
    expect(errors?.every(error => error.endsWith(`${messageError(send(bonded))}`))).toBe(true)
  })

  test('v1-truth-2 13: the account of gov may receive coins', () => {
    const found = flows.find(({ name }) => name === 'v1-truth-2 13')
    expect(found?.runs.every(({ executed }) => executed)).toBe(true)
    const gov = found?.flow.msgs[0]?.to_address
    expect(gov).toMatch(`into1${accountOf('gov')}`)
    expect(messageError(send(String(gov)))).toBeUndefined()
  })

  test('redelegates to another validator', () => {
    const type = '/cosmos.staking.v1beta1.MsgBeginRedelegate'
    expect(messageError({ '@type': type, validator_src_address: 'a', validator_dst_address: 'b' })).toBeUndefined()
  })
})

describe('rules that no recording decides', () => {
  test.each([
    'fee_collector',
    'mint',
    'bonded_tokens_pool',
    'not_bonded_tokens_pool',
    'transfer',
    'interchainaccounts',
    'feeibc',
    'cons_redistribute',
    'cons_to_send_to_provider',
    'alloc',
    'fairburn_pool',
    'intent',
    'interchainquery',
    'wasm',
  ])('%s can’t receive coins', name => {
    expect(messageError(send(`into1${accountOf(name)}aaaaaa`))).toMatch('is not allowed to receive funds')
  })

  test.each(['gov', 'distribution', 'claim', 'supplement_pool', 'an owner'])('%s can receive coins', name => {
    expect(messageError(send(`into1${accountOf(name)}aaaaaa`))).toBeUndefined()
  })
})

/** The account of a module is the start of the hash of its name, in the alphabet of Bech32. */
function accountOf(name: string): string {
  const bits = Array.from(createHash('sha256').update(name).digest().subarray(0, 20), byte =>
    byte.toString(2).padStart(8, '0'),
  ).join('')
  return (bits.match(/.{5}/g) ?? [])
    .map(group => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'[Number.parseInt(group, 2)])
    .join('')
}

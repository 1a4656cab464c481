import { expect, test } from 'vitest'
import { otherChains } from './other-chains'

const given = { lcd: 'https://lcd.test', rpc: null }
const inserted = 'connection-0=https://hub.test connection-7=https://osmosis.test/lcd?key=a=b'

test('returns the LCDs of other chains by connection', () => {
  expect(otherChains(given, given, inserted)).toEqual({
    'connection-0': { lcd: 'https://hub.test' },
    'connection-7': { lcd: 'https://osmosis.test/lcd?key=a=b' },
  })
})

test('returns none for another node, because its connections lead to other chains', () => {
  expect(otherChains({ lcd: 'https://other.test', rpc: null }, given, inserted)).toBeUndefined()
  expect(otherChains({ lcd: null, rpc: null }, given, inserted)).toBeUndefined()
  expect(otherChains(given, given, null)).toBeUndefined()
})

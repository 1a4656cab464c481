import { describe, expect, test } from 'vitest'
import { findRelease } from './releases.js'

test('defaults to the newest release of the version, and to v1', () => {
  expect(findRelease({})).toMatchObject({ name: '1.1.0-hotfix.13', version: 'v1', differenceMode: true })
  expect(findRelease({ version: 'v1beta1' })).toMatchObject({ name: '0.9.4-r4', version: 'v1beta1', flowEvents: true })
})

describe('a release includes all changes up to it and no later ones', () => {
  test.each([
    ['0.8.2', { version: 'v1beta1', goParams: true, hostedConfig: true }],
    ['0.8.3', { goParams: true, hostedConfig: true, flowEvents: false }],
    ['0.9.0-beta', { goParams: false, hostedConfig: true }],
    ['0.9.0', { hostedConfig: false, flowEvents: false }],
    ['0.9.2', { flowEvents: false, notFoundCode: 16 }],
    ['0.9.3', { flowEvents: true, answerEvents: false }],
    ['0.9.4-r1', { version: 'v1beta1', flowEvents: true }],
    ['1.0.0', { version: 'v1', differenceMode: false, answerEvents: true, notFoundCode: 302 }],
    ['1.0.2', { differenceMode: false, totalBurnt: false }],
    ['1.0.4', { differenceMode: true, totalBurnt: false }],
    ['1.0.5', { totalBurnt: true, isSupported: false, hasDelta: false }],
    ['1.0.7', { isSupported: true, endsLocalFlowsLate: true, hasDelta: false }],
    ['1.0.8', { endsLocalFlowsLate: true, hasDelta: false, increasesSalt: false, gatesValidators: false }],
    ['1.0.9', { endsLocalFlowsLate: false, hasDelta: true, increasesSalt: true, gatesValidators: true }],
    ['1.1.0', { totalBurnt: true, isSupported: true }],
  ])('%s', (release, expected) => {
    expect(findRelease({ release })).toMatchObject({ name: release, ...expected })
  })
})

test.each(['0.8.1', '0.9.4-r5', '0.9.5', '1.1.0-hotfix.14', '1.2.0', 'v1', ''])(
  'rejects the unknown release %j',
  release => {
    expect(() => findRelease({ release })).toThrow(
      `Release ${release} does not exist. Supported releases are 0.8.2 to 0.9.4-r4 (v1beta1) and 1.0.0 to 1.1.0-hotfix.13 (v1).`,
    )
  },
)

test('rejects a release of another version', () => {
  expect(() => findRelease({ release: '1.0.0', version: 'v1beta1' })).toThrow('Release 1.0.0 serves v1, not v1beta1.')
})

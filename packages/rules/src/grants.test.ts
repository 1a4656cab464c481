import { describe, expect, test } from 'vitest'
import { draftNamed, flowNamed, nanoseconds, responses } from '../test/recordings.js'
import { excludesRecipient, grantedType, isGrantValid } from './grants.js'
import type { Message } from './types.js'

interface Grant {
  authorization: Message
  expiration: string | null
}

function grantIn(file: string, granter: string): Grant {
  const path = new RegExp(`/authz/v1beta1/grants\\?granter=${granter}&grantee=\\w+$`)
  const [grant] = responses<{ grants: Grant[] }>(file, path).flatMap(({ body }) => body.grants)
  if (!grant) throw new Error(`${file} has no grant of ${granter}.`)
  return grant
}

const send = '/cosmos.bank.v1beta1.MsgSend'

describe('isGrantValid', () => {
  // The other chain executes the messages of flow 121, a few seconds later.
  test.each([
    ['v1-forecast 107', 'exchanges.json', 'into1ckmnvn23awvasgrgpfheu3rn27vua774r6ffgh', 5],
    ['v1-forecast 121', 'other-chain.json', 'into13phf4etu79uj4q47lcuyds77s5l7jkhevsu7fp', 3],
  ])('%s: works until the permission expires', (name, file, granter, valid) => {
    const expiration = nanoseconds(grantIn(`v1-forecast/${file}`, granter).expiration ?? '')
    const { runs } = flowNamed(name)
    expect(runs.filter(({ executed }) => executed)).toHaveLength(valid)
    for (const { actual, executed } of runs) expect(isGrantValid(expiration, actual)).toBe(executed)
  })

  test('v1-drafts-2 grant-end: an expiration in the past is refused', () => {
    const [run] = draftNamed('v1-drafts-2 grant-end').runs
    expect(run?.errors[0]).toMatch(
      'expiration must be after the current block time (2026-11-28T21:00:47Z), got 2026-11-28T20:59:58Z',
    )
    expect(isGrantValid(nanoseconds('2026-11-28T20:59:58Z'), run?.actual ?? 0n)).toBe(false)
  })
})

describe('grantedType and excludesRecipient', () => {
  const [limited, generic] = [
    'into1mex0wceah30aap8980zcj9nls6m2lwujz32tpq',
    'into1ckmnvn23awvasgrgpfheu3rn27vua774r6ffgh',
  ]

  test.each([
    ['v1-truth/900.json', limited, '/cosmos.bank.v1beta1.SendAuthorization'],
    ['v1-forecast/exchanges.json', generic, '/cosmos.authz.v1beta1.GenericAuthorization'],
  ])('%s: a permission for MsgSend', (file, granter, type) => {
    const { authorization } = grantIn(file, granter)
    expect(authorization['@type']).toBe(type)
    expect(grantedType(authorization)).toBe(send)
  })

  test.each([
    ['v1-truth 27', 'v1-truth/900.json', limited, true],
    ['v1-forecast 108', 'v1-forecast/exchanges.json', 'into1kstwj85cqsjnpmlsxhcr0g3ufhelp5xdtkkpq6', false],
    ['v1-forecast 107', 'v1-forecast/exchanges.json', generic, false],
  ])('%s', (name, file, granter, isExcluded) => {
    const { flow, runs } = flowNamed(name)
    const recipient = innermost(flow.msgs[0])?.to_address
    expect(excludesRecipient(grantIn(file, granter).authorization, recipient)).toBe(isExcluded)
    const refused = runs
      .flatMap(({ errors }) => errors)
      .filter(error => error.includes(`cannot send to ${recipient} address: unauthorized`))
    expect(refused.length > 0).toBe(isExcluded)
  })
})

function innermost(message: Message | undefined): Message | undefined {
  const [inner] = (message?.msgs ?? []) as Message[]
  return inner ? innermost(inner) : message
}

describe('not decided by a recording', () => {
  // `DispatchActions` in x/authz/keeper of the Cosmos SDK compares with `Before`, and the queue of expired grants keeps this one for a block.
  test('a permission that expires at the time of the block', () => {
    expect([isGrantValid(5n, 5n), isGrantValid(4n, 5n)]).toEqual([true, false])
  })

  // No recorded permission has another type. See x/staking/types/authz.go of the Cosmos SDK.
  test('a permission to delegate', () => {
    expect(grantedType({ '@type': '/cosmos.staking.v1beta1.StakeAuthorization' })).toBeUndefined()
  })
})

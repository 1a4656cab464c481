import { describe, expect, test } from 'vitest'
import { drafts, flows, isInterchain, nanoseconds, type Run, responses } from '../test/recordings.js'
import { countOpen } from './unbonding.js'

const tooMany =
  'msg handling error: could not execute local flow: too many unbonding delegation entries for (delegator, validator) tuple'

const [params] = responses<{ params: { max_entries: number } }>(
  'v1-forecast/exchanges.json',
  /staking\/v1beta1\/params$/,
)
const maxEntries = params?.body.params.max_entries ?? 0

interface Withdrawal {
  actual: bigint
  /** Undefined if it failed. */
  completion: bigint | undefined
  isRefused: boolean
}

/** `v1-outcomes` lacks earlier runs. */
const sources = [
  ...flows.filter(({ folder, flow }) => folder !== 'v1-outcomes' && !isInterchain(flow)),
  ...drafts.map(({ message, runs }) => ({ folder: 'v1-drafts-2', flow: message, runs })),
]

/** The recorded withdrawals of each delegator from each validator, oldest first. */
const withdrawals = new Map<string, Withdrawal[]>()
for (const { folder, flow, runs } of sources)
  for (const { '@type': type, delegator_address, validator_address } of flow.msgs) {
    if (type !== '/cosmos.staking.v1beta1.MsgUndelegate') continue
    const key = `${folder}: ${delegator_address} from ${validator_address}`
    const all = [...(withdrawals.get(key) ?? []), ...runs.filter(({ fee }) => fee).map(withdrawalOf)]
    withdrawals.set(
      key,
      all.sort((one, other) => Number(one.actual - other.actual)),
    )
  }

function withdrawalOf({ actual, errors, msgResponses }: Run): Withdrawal {
  const time = msgResponses.find(response => response.completion_time)?.completion_time
  return { actual, completion: time ? nanoseconds(String(time)) : undefined, isRefused: errors.includes(tooMany) }
}

describe('countOpen', () => {
  test.each([...withdrawals])('%s: the chain refuses an eighth withdrawal', (_, all) => {
    // The withdrawals of one block have one entry.
    const open = new Set<bigint>()
    for (const [index, { completion, isRefused }] of all.entries()) {
      const before = all[index - 1]?.actual ?? 0n
      expect({ index, isRefused: countOpen([...open], before) >= maxEntries }).toEqual({ index, isRefused })
      if (completion) open.add(completion)
    }
  })

  test('is recorded with 109 refused withdrawals', () => {
    const refused = [...withdrawals.values()].map(all => all.filter(({ isRefused }) => isRefused).length)
    expect(refused.filter(count => count > 0).length).toBeGreaterThan(4)
    expect(refused.reduce((sum, count) => sum + count)).toBe(109)
  })

  test('v1-truth-2 58 and 59: the two withdrawals of one block have one entry', () => {
    const { owner } = flows.find(({ name }) => name === 'v1-truth-2 58')?.flow ?? {}
    const path = new RegExp(`delegators/${owner}/unbonding_delegations`)
    const [unbonding] = responses<{ unbonding_responses: { entries: { balance: string }[] }[] }>(
      'v1-truth-2/end.json',
      path,
    )
    expect(unbonding?.body.unbonding_responses.map(({ entries }) => entries.map(({ balance }) => balance))).toEqual([
      ['2000'],
    ])
  })
})

describe('not decided by a recording', () => {
  // Withdrawals take three days, and no recording is that long. `BlockValidatorUpdates` of the Cosmos SDK completes them at the end of a
  // block, and x/intent runs flows at the start.
  test('a withdrawal that ends in the block before, or after it', () => {
    expect(countOpen([9n, 10n, 11n], 10n)).toBe(1)
  })
})

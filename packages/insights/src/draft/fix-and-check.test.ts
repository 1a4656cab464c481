import type { Coin } from '@flow-query/core'
import { address, createClock, createLcd, type Lcd } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../../../core/test/client.js'
import { checkFlow, type FlowDraft, fixAndCheck, parseDraft, readDraftFacts } from './index.js'

const owner = address('owner')
const friend = address('friend')
const uinto = (amount: number | string): Coin => ({ denom: 'uinto', amount: String(amount) })

function node(balance: number): Lcd {
  const lcd = createLcd({ clock: createClock(Date.parse('2026-11-24T12:00:00Z')).now })
  lcd.deposit(owner, uinto(balance))
  lcd.deposit(friend, uinto(1))
  return lcd
}

function draftOf(amount: number, changes: object = {}): FlowDraft {
  return parseDraft({
    '@type': '/intento.intent.v1.MsgSubmitFlow',
    owner,
    label: 'pay',
    msgs: [
      { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: owner, to_address: friend, amount: [uinto(amount)] },
    ],
    duration: '120s',
    interval: '30s',
    start_at: '0',
    fee_funds: [],
    configuration: { save_responses: true, wallet_fallback: true },
    ...changes,
  })
}

function fix(lcd: Lcd, draft: FlowDraft) {
  const client = clientOf(lcd, { retries: 0 })
  return fixAndCheck(draft, async draft => {
    const facts = await readDraftFacts(client, draft)
    return checkFlow(draft, facts, facts.time)
  })
}

const kindsOf = (problems: readonly { kind: string }[]) => problems.map(({ kind }) => kind)

describe('an amount that the wallet can’t pay in all runs', () => {
  test.each([
    ['in a later run', 7_000_000, {}],
    ['in the first run', 25_000_000, {}],
    ['in a later run, and the flow stops at its first failure', 7_000_000, { stop_on_failure: true }],
    ['in the first run, and the flow stops at its first failure', 25_000_000, { stop_on_failure: true }],
  ])('%s is lowered until all runs work', async (_, amount, stop) => {
    const configuration = { save_responses: true, wallet_fallback: true, ...stop }
    const { draft, check, fixed } = await fix(node(20_000_000), draftOf(amount, { configuration }))
    expect(check.verdict).toBe('good')
    expect(kindsOf(fixed)).toContain('messageFunds')
    const [{ amount: sent = [] } = {}] = draft.msgs as { amount?: Coin[] }[]
    expect(Number(sent[0]?.amount)).toBeGreaterThan(4_900_000)
    // The forecast of the fixed draft contains all four runs.
    expect(check.runs.map(({ outcome }) => outcome)).toEqual(Array(4).fill('succeeded'))
  })
})

test('fee funds that the owner does not have are not proposed', async () => {
  const configuration = { save_responses: true, wallet_fallback: false }
  const draft = draftOf(5, { configuration })
  const { draft: kept, check, fixed } = await fix(node(60_000), draft)
  expect(kept).toEqual(draft)
  expect(fixed).toEqual([])
  expect(check).toMatchObject({ verdict: 'willFail', problems: [{ kind: 'feeBalanceTooLow' }] })
  const paid = await fix(node(1_000_000), draft)
  expect(paid).toMatchObject({ check: { verdict: 'good' }, fixed: [{ kind: 'feeBalanceTooLow' }] })
})

test('a problem that is still there after all fixes isn’t fixed', async () => {
  const { check, fixed } = await fix(node(10), draftOf(5))
  expect(check.verdict).toBe('willFail')
  for (const { kind } of fixed) expect(kindsOf(check.problems)).not.toContain(kind)
})

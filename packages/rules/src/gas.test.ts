import { describe, expect, test } from 'vitest'
import {
  draftNamed,
  drafts,
  flowNamed,
  flows,
  isInterchain,
  type Run,
  read,
  recordedParams,
} from '../test/recordings.js'
import { createFeeRules } from './fees.js'
import { type GasState, gasAfter, gasOfDryRun, gasOfEntry, gasOfMessages, gasOfPackets, usualRange } from './gas.js'
import { messageName, messagesIn } from './messages.js'
import type { Message } from './types.js'

const rules = createFeeRules(recordedParams())
const settled: GasState = { isNew: () => false, openEntries: () => 0, isLimited: () => false }
const newAccount: GasState = { ...settled, isNew: (_, field) => field === 'to_address' }
const newDelegation: GasState = { ...settled, isNew: (_, field) => field !== 'to_address' }
const limited: GasState = { ...settled, isLimited: () => true }

interface Recorded {
  folder: string
  owner: string
  msgs: Message[]
  runs: readonly Run[]
}

/** The recorded flows on this chain. */
const local: Recorded[] = [
  ...flows
    .filter(({ flow, isCut }) => !isInterchain(flow) && !isCut)
    .map(({ folder, flow, runs }) => ({ folder, owner: flow.owner, msgs: flow.msgs, runs })),
  ...drafts
    .filter(({ message }) => !message.connection_id && !message.trustless_agent)
    .map(({ name, message: { owner, msgs }, runs }) => ({
      folder: String(name.split(' ')[0]),
      owner: String(owner),
      msgs,
      runs,
    })),
]

/** Fees show the gas in steps of 200. */
function gasOf({ fee }: Run, messages: number): number {
  return Number(rules.gasPaidBy(BigInt(fee?.amount ?? 0) - rules.burntFee(messages, 'uinto'), 'uinto') ?? 0n)
}

/** Without the last run, which can contain a commission. */
function succeeded({ runs }: Recorded): { run: Run; index: number }[] {
  return runs
    .slice(0, -1)
    .map((run, index) => ({ run, index }))
    .filter(({ run: { executed, errors, fee } }) => executed && errors.length === 0 && fee?.denom === 'uinto')
}

function isInside(gas: number, expected: number | undefined): boolean {
  const { least, most } = usualRange(expected ?? 0)
  return least <= gas && gas <= most
}

describe('of recorded runs', () => {
  const folders = Array.from(new Set(local.map(({ folder }) => folder)))

  test.each(folders)('in %s is in the usual range in 95 % of the runs', folder => {
    const inside = local
      .filter(recorded => recorded.folder === folder)
      .filter(({ msgs, owner }) => gasOfMessages(msgs, owner, settled) !== undefined)
      .flatMap(recorded =>
        succeeded(recorded).map(({ run, index }) => {
          const { msgs, owner } = recorded
          const gas = gasOf(run, msgs.length)
          // A recording doesn't show whether the account or the delegation existed, or whether the permission had a limit.
          const states = index === 0 ? [settled, limited, newAccount, newDelegation] : [settled, limited]
          const growth = gasOfEntry(msgs) * Math.min(index, 6)
          return states.some(state => isInside(gas, (gasOfMessages(msgs, owner, state) ?? 0) + growth))
        }),
      )
    expect(inside.length).toBeGreaterThan(0)
    expect(inside.filter(Boolean).length).toBeGreaterThanOrEqual(0.95 * inside.length)
  })

  test('is known for most types of messages', () => {
    const types = new Set(
      local
        .filter(recorded => succeeded(recorded).length > 0)
        .filter(({ msgs, owner }) => gasOfMessages(msgs, owner, settled) !== undefined)
        .flatMap(({ msgs }) => msgs.flatMap(message => [message, ...messagesIn(message)].map(messageName))),
    )
    expect(types.size).toBeGreaterThan(9)
  })

  test.each([
    ['v1-drafts-2 und-8', 1_200],
    ['v1-drafts-2 redel', 1_800],
  ])('of %s grows with each entry', (name, growth) => {
    const { message, runs } = draftNamed(name)
    const later = runs.slice(1, 7).filter(({ executed }) => executed)
    const [first] = later
    const last = later.at(-1)
    if (!first || !last) return expect.fail()
    expect((gasOf(last, 1) - gasOf(first, 1)) / (later.length - 1)).toBeCloseTo(growth, -3)
    expect(gasOfEntry(message.msgs)).toBe(growth)
    expect(gasOfEntry([{ '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: message.msgs }])).toBe(growth)
  })

  test.each(['v1-truth-2 178', 'v1-forecast 47'])('of %s on another chain is in the usual range', name => {
    const { flow, runs } = flowNamed(name)
    expect(isInside(gasOf(runs[0] ?? expect.fail(), flow.msgs.length), gasOfPackets(flow.msgs))).toBe(true)
  })

  test.each([
    ['v1-truth-2 195', 'paid'],
    ['v1-truth-2 197', 'free'],
  ] as const)('of %s by an agent that is %s is in the usual range', (name, agent) => {
    const { flow, runs } = flowNamed(name)
    expect(isInside(gasOf(runs[0] ?? expect.fail(), 1), gasOfPackets(flow.msgs, agent))).toBe(true)
  })
})

describe('after a first run', () => {
  test.each(['delegate-fund', 'redel', 'execdel-fund', 'newacc-fund', 'good', 'und-more'])('%s', name => {
    const { message, runs } = draftNamed(`v1-drafts-2 ${name}`)
    const [first = 0, second = 0] = runs.map(run => gasOf(run, message.msgs.length))
    const change = gasAfter(first, message.msgs, String(message.owner), settled) + gasOfEntry(message.msgs)
    expect(isInside(second, first + change)).toBe(true)
    // The first delegation and the first payment to an account differ from the later ones by more.
    expect(isInside(second, first)).toBe(['good', 'und-more'].includes(name))
  })

  test('does not change if the gas is like that of later runs, or unlike both', () => {
    const { message } = draftNamed('v1-drafts-2 newacc-fund')
    expect(gasAfter(22_800, message.msgs, String(message.owner), settled)).toBe(0)
    expect(gasAfter(60_000, message.msgs, String(message.owner), settled)).toBe(0)
  })
})

describe('of a dry run', () => {
  interface Exchange {
    request: { body?: string }
    response: { status: number; body: string }
  }
  const exchanges = read<Exchange[]>('v1-forecast/simulate.json')

  // The recorded gas of runs with the same messages.
  test.each([
    [['MsgSend'], 200, 23_000],
    [['MsgSend'], 500, 8_800],
    [['MsgSend', 'MsgSend'], 500, 28_800],
    [['MsgDelegate'], 200, 99_200],
    [['MsgDelegate'], 500, 4_200],
    [['MsgUndelegate'], 500, 7_200],
    [['MsgExec'], 200, 23_000],
    [['MsgExec'], 500, 5_400],
  ])('of %j with status %i', (names, status, expected) => {
    const found = exchanges.find(({ request, response }) => {
      const messages: Message[] = request.body ? JSON.parse(request.body).tx.body.messages : []
      return response.status === status && messages.map(messageName).join() === names.join()
    })
    const messages = JSON.parse(found?.request.body ?? '').tx.body.messages
    const [, succeededGas, failedGas] = /gas_used":"(\d+)|gas used: '(\d+)'/.exec(found?.response.body ?? '') ?? []
    const gas = gasOfDryRun({ gasUsed: String(succeededGas ?? failedGas) }, messages)
    expect(Math.abs(gas - expected)).toBeLessThan(400)
  })

  test('contains the key of an account that has never signed', () => {
    // The owner of the second draft had signed a transaction before.
    const [first, later] = ['v1-drafts-2 good', 'v1-drafts good'].map(name => {
      const { gas, message } = draftNamed(name)
      const isFirstTransaction = name === 'v1-drafts-2 good'
      return gasOfDryRun({ gasUsed: String(gas), isFirstTransaction }, [message])
    })
    expect(Math.abs((first ?? 0) - (later ?? 0))).toBeLessThan(1_000)
  })
})

test('messages that are nested too deeply have no known gas', () => {
  let message: Message = { '@type': '/cosmos.staking.v1beta1.MsgUndelegate' }
  for (let depth = 0; depth < 10_000; depth++) message = { '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: [message] }
  expect(gasOfMessages([message], 'into1', settled)).toBeUndefined()
  expect(gasOfEntry([message])).toBe(0)
})

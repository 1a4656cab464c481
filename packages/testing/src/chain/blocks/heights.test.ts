import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountsState, address, createClock, createLcd, type Execution, type Lcd, state } from '../../index.js'
import { emptyAccounts } from '../accounts/accounts.js'

const initialTime = '2026-11-20T21:00:00Z'
const flowOwner = address('owner')
const minute = 60_000

const sent = { '@type': '/cosmos.bank.v1beta1.MsgSend', amount: [{ denom: 'uinto', amount: '1000' }] }
const local = {
  interval: '60s',
  execTime: '2026-11-20T21:00:10Z',
  msgs: [
    { ...sent, from_address: flowOwner, to_address: address('receiver') },
    {
      '@type': '/cosmos.authz.v1beta1.MsgExec',
      grantee: flowOwner,
      msgs: [{ ...sent, from_address: address('granter'), to_address: flowOwner }],
    },
  ],
}
const interchain = {
  interval: '120s',
  execTime: '2026-11-20T21:00:30Z',
  selfHostedIca: { portId: `icacontroller-${flowOwner}`, connectionId: 'connection-0' },
}

const [receiver, granter] = [address('receiver'), address('granter')]

/** The accounts of the first flow, and one that has granted the flow's owner 2,500 uinto. */
function accounts(): AccountsState {
  const coins = (amount: number) => [{ denom: 'uinto', amount: String(amount) }]
  const authorization = { '@type': '/cosmos.bank.v1beta1.SendAuthorization', spend_limit: coins(2_500), allow_list: [] }
  return {
    ...emptyAccounts(),
    balances: {
      [address('fees of 1')]: coins(120_000),
      [flowOwner]: coins(400_000),
      [receiver]: coins(1),
      [granter]: coins(3_000),
    },
    spendableBalances: { [flowOwner]: coins(390_000) },
    grants: [{ granter, grantee: flowOwner, authorization, expiration: '2026-11-20T21:04:00Z' }],
  }
}

function node(keep?: number): Lcd {
  const clock = createClock(initialTime)
  const flows = [local, interchain, { execTime: '2026-11-20T20:59:00Z' }]
  const history = { 3: [{ actualExecTime: '2026-11-20T20:59:00.3Z' }] }
  return createLcd({
    state: { ...state({ flows, history }, clock.now()), accounts: accounts() },
    clock: clock.now,
    ...(keep !== undefined && { keep }),
  })
}

async function read(lcd: Lcd, path: string, height?: number) {
  return get(lcd, `/intento/intent/v1/${path}`, height)
}

async function get(lcd: Lcd, path: string, height?: number) {
  const headers: Record<string, string> = height === undefined ? {} : { 'x-cosmos-block-height': String(height) }
  const answer = await lcd.fetch(lcd.url + path, { headers })
  return {
    status: answer.status,
    height: answer.headers.get('grpc-metadata-x-cosmos-block-height'),
    body: await answer.text(),
  }
}

const requestPaths = [
  'flows?pagination.limit=3',
  'flows?pagination.limit=2&pagination.reverse=true&pagination.count_total=true',
  'flows?pagination.key=AAAAAAAAAAM%3D&pagination.limit=5',
  `flows/${flowOwner}?pagination.limit=5&pagination.count_total=true`,
  ...[1, 2, 3, 4].flatMap(id => [`flow/${id}`, `flow-history/${id}?pagination.limit=3&pagination.reverse=true`]),
]

const accountPaths = [
  ...[flowOwner, receiver, granter, address('fees of 1')].flatMap(account => [
    `/cosmos/bank/v1beta1/balances/${account}`,
    `/cosmos/bank/v1beta1/spendable_balances/${account}`,
  ]),
  `/cosmos/authz/v1beta1/grants?granter=${granter}&grantee=${flowOwner}`,
]

async function everything(lcd: Lcd, height?: number) {
  return Promise.all([
    ...requestPaths.map(path => read(lcd, path, height)),
    ...accountPaths.map(path => get(lcd, path, height)),
  ])
}

const outcomes = fc.constantFrom<Execution['outcome']>('succeeded', 'failed', 'timedOut', 'unacknowledged', 'skipped')
const steps = fc.oneof(
  fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 5 * minute }) }),
  fc.record({ kind: fc.constant('execute' as const), id: fc.integer({ min: 1, max: 3 }), outcome: outcomes }),
  fc.record({ kind: fc.constant('answer' as const), outcome: outcomes }),
  fc.record({ kind: fc.constant('update' as const), id: fc.integer({ min: 1, max: 3 }), execTime: fc.boolean() }),
  fc.record({ kind: fc.constant('add' as const), own: fc.boolean() }),
  fc.record({ kind: fc.constant('deposit' as const), to: fc.constantFrom('fees of 1', 'owner', 'fees of 2') }),
)

function take(lcd: Lcd, step: typeof steps extends fc.Arbitrary<infer Step> ? Step : never): void {
  if (step.kind === 'advance') lcd.advance(step.ms)
  else if (step.kind === 'execute') lcd.execute(step.id, { outcome: step.outcome })
  else if (step.kind === 'add') lcd.addFlow({ ...local, owner: step.own ? flowOwner : address('other') }, [{}])
  else if (step.kind === 'deposit') lcd.deposit(address(step.to), { denom: 'uinto', amount: '100000' })
  else if (step.kind === 'answer') {
    if (lcd.history(2).some(({ packetSequences }) => packetSequences.length > 0))
      lcd.answer(2, { outcome: step.outcome })
  } else {
    const execTime = step.execTime && { execTime: new Date(lcd.now() + minute).toISOString().replace('.000', '') }
    lcd.updateFlow(step.id, { label: `at ${lcd.height}`, ...execTime })
  }
}

test('every height keeps the state that it had when it was the newest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 25 }), async taken => {
      const lcd = node()
      const seen = new Map([[lcd.height, await everything(lcd)]])
      for (const step of taken) {
        take(lcd, step)
        seen.set(lcd.height, await everything(lcd))
      }
      lcd.advance(10 * minute)
      for (const [height, answers] of seen) expect(await everything(lcd, height)).toEqual(answers)
    }),
    { numRuns: 40 },
  )
})

test('the runs of the property above include payments, uses of the grant and failures', () => {
  const lcd = node()
  lcd.advance(5 * minute)
  expect(lcd.history(1).map(({ errors }) => errors.length)).toEqual([0, 0, 1, 1, 1])
  expect(lcd.accounts.balances[receiver]).toEqual([{ denom: 'uinto', amount: '2001' }])
  expect(lcd.accounts.grants).toMatchObject([{ authorization: { spend_limit: [{ amount: '500' }] } }])
})

test('a response from the host chain is pending at earlier heights', async () => {
  const lcd = node()
  const entryAt = async (height?: number) => JSON.parse((await read(lcd, 'flow-history/2', height)).body).history[0]
  lcd.execute(2, { outcome: 'succeeded', answerAfter: 5_000 })
  const sent = lcd.height
  lcd.advance(minute)
  expect(await entryAt()).toMatchObject({ executed: true, msg_responses: [{}] })
  const open = { executed: false, timed_out: false, errors: [], msg_responses: [], packet_sequences: ['1'] }
  expect(await entryAt(sent)).toMatchObject(open)
  expect(await entryAt(sent + 9)).toMatchObject(open)
  expect(await entryAt(sent + 10)).toMatchObject({ executed: true })
})

test('simultaneous changes share a block unless that block was read in between', () => {
  const lcd = node()
  const { height } = lcd
  lcd.execute(1)
  lcd.updateFlow(2, { label: 'x' })
  expect(lcd.height).toBe(height + 1)
  lcd.execute(1)
  expect(lcd.height).toBe(height + 2)
  lcd.advance(507)
  expect(lcd.height).toBe(height + 3)
})

test.each([0, 100])('a node that keeps %i blocks rejects older heights', async keep => {
  const lcd = node(keep)
  lcd.advance(minute)
  const { height } = lcd
  expect(await read(lcd, 'flow/1', height - keep)).toMatchObject({ status: 200, height: String(height - keep) })
  expect(await read(lcd, 'flow/1', height - keep - 1)).toEqual({
    status: 500,
    height: null,
    body: `{"code":2, "message":"codespace sdk code 18: invalid request: failed to load state at height ${height - keep - 1}; version does not exist (latest height: ${height})", "details":[]}`,
  })
})

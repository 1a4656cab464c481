import { parseDraft } from '@flow-query/insights/draft'
import { type AnyMessage, address, createLcd } from '@flow-query/testing'
import { afterEach, expect, test } from 'vitest'
import { type Assistant, assistantOf, type Reply } from '../test/ask.js'

const [one, other] = [address('one'), address('other')]
const open: Assistant[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map(assistant => assistant.close()))
})

/** A chain with one flow, whose owner has 10 INTO. */
async function chain() {
  const lcd = createLcd({ flows: [{ label: 'Pay rent', owner: one, msgs: [send('5')] }] })
  lcd.accounts.balances[one] = [{ denom: 'uinto', amount: '10000000' }]
  const assistant = await assistantOf(lcd)
  open.push(assistant)
  return { lcd, ask: assistant.ask }
}

const send = (amount: string) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: one,
  to_address: other,
  amount: [{ denom: 'uinto', amount }],
})
const draft = {
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner: one,
  label: 'Pay [rent](https://evil.example) <b>',
  msgs: [send('5')],
  duration: '24h',
  interval: '1h',
  configuration: { wallet_fallback: true, save_responses: true },
}

/** The draft of an answer, without its marks. */
function draftIn(data: Reply['data']): AnyMessage {
  const [, json = ''] = /^<untrusted>(.*)<\/untrusted>$/.exec(String(data?.draft)) ?? []
  expect(json).not.toMatch(/[<>\u0060]|\]\(/)
  return JSON.parse(json)
}

test('check_flow says whether it works, what it costs, and that a person has to sign it', async () => {
  const { ask, lcd } = await chain()
  const { data } = await ask('check_flow', { draft: JSON.stringify(draft) })
  expect(data).toMatchObject({
    summary: 'No problems found.',
    verdict: 'good',
    problems: [],
    cost: expect.stringContaining('Each of the 24 runs costs'),
    firstRuns: [expect.stringMatching(/^Run 1, .*: succeeded$/), expect.any(String), expect.any(String)],
    notes: [
      expect.stringContaining('Only a person can create the flow'),
      expect.stringContaining('Enter the duration 24h and the interval 1h in the portal.'),
    ],
  })
  expect(draftIn(data)).toMatchObject(draft)
  const [, link] =
    /^<untrusted>(https:\/\/portal\.intento\.zone\/build\?\S+)<\/untrusted>$/.exec(`${data?.portalLink}`) ?? []
  expect(parseDraft(link, { owner: one })).toMatchObject({ label: draft.label, msgs: draft.msgs })
  expect(lcd.submitFlow(draftIn(data))).toMatchObject({ label: draft.label })
})

test('check_flow names the field of a problem, and marks what the node says', async () => {
  const { ask } = await chain()
  const failing = await ask('check_flow', { draft: JSON.stringify({ ...draft, msgs: [send('0')] }) })
  expect(failing.data).toMatchObject({
    verdict: 'willFail',
    problems: [{ path: 'msgs[0].amount', effect: 'everyRunFails', remedy: 'Use an amount above 0.' }],
  })
  const unknown = { ...draft, msgs: [{ '@type': '/no.such.Msg' }] }
  expect((await ask('check_flow', { draft: JSON.stringify(unknown) })).data).toMatchObject({
    verdict: 'refused',
    problems: [{ path: 'msgs[0]', effect: 'refused', remedy: 'Use another message.' }],
    firstRuns: [],
  })
  const nobody = address('nobody')
  const unopened = { ...draft, owner: nobody, msgs: [{ ...send('5'), from_address: nobody }] }
  expect((await ask('check_flow', { draft: JSON.stringify(unopened) })).data).toMatchObject({
    problems: [{ chainSaid: expect.stringMatching(/^<untrusted>account .* does not exist.*<\/untrusted>$/) }],
  })
  const invalid = await ask('check_flow', { draft: '{"label": 5, "msgs": []}' })
  expect(invalid).toMatchObject({ isError: true, text: expect.stringContaining('label\\u{60} is 5, not a string') })
})

test('propose_fix returns a flow or a draft with fixes, and lists them', async () => {
  const { ask, lcd } = await chain()
  const unpaid = { ...draft, configuration: { save_responses: true } }
  const { data } = await ask('propose_fix', { draft: JSON.stringify(unpaid) })
  expect(data).toMatchObject({
    summary: '1 problem fixed, 0 left. No problems found.',
    fixed: [expect.stringContaining('so the flow ends at its first run')],
    verdict: 'good',
  })
  expect(draftIn(data).fee_funds).toEqual([{ denom: 'uinto', amount: expect.stringMatching(/^\d+$/) }])
  const copy = await ask('propose_fix', { id: 1 })
  expect(draftIn(copy.data)).toMatchObject({ owner: one, msgs: lcd.flow(1)?.msgs })
  for (const args of [{}, { id: 1, draft: JSON.stringify(draft) }])
    expect(await ask('propose_fix', args)).toMatchObject({
      isError: true,
      text: expect.stringContaining('Either id or draft is required.'),
    })
})

import { createFlowClient } from '@flow-query/core'
import { address, createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { type FlowDraft, parseDraft, readDraftFacts } from '../index.js'

const owner = address('owner')
const { fetch, url } = createLcd()
const client = createFlowClient({ lcd: url, fetch })

/** Returns how often the facts' keys and requests write the draft as JSON. */
async function countTexts(signers: number): Promise<number> {
  const msgs = Array.from({ length: signers }, (_, index) => ({
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    from_address: address(`signer-${index}`),
    to_address: owner,
    amount: [{ denom: 'uinto', amount: '5' }],
  }))
  const draft = parseDraft({ owner, msgs, duration: '24h', interval: '1h' })
  let count = 0
  const toJSON = () => {
    count++
    return draft.msgs[0]
  }
  const [first, ...others] = draft.msgs
  const counted = { ...draft, msgs: [{ ...first, toJSON }, ...others] } as unknown as FlowDraft
  await readDraftFacts(client, counted)
  return count
}

test('reading facts writes a long draft as JSON equally often for any number of accounts', async () => {
  expect(await countTexts(60)).toBe(await countTexts(2))
})

import type { AnyMessage, Flow } from '@flow-query/core'
import { type FlowDraft, parseDraft } from '@flow-query/insights/draft'

export type ExampleKind = 'send' | 'stake' | 'claim' | 'swap'

export const exampleNames: Readonly<Record<ExampleKind, { title: string; label: string; meaning: string }>> = {
  send: { title: 'Send', label: 'Send 1 INTO a day', meaning: '1 INTO to another account' },
  stake: { title: 'Stake', label: 'Stake 1 INTO a day', meaning: '1 INTO with a validator' },
  claim: { title: 'Claim', label: 'Claim rewards every day', meaning: 'Rewards of a validator' },
  swap: { title: 'Swap', label: 'Swap 1 OSMO a day', meaning: '1 OSMO for ATOM on Osmosis' },
}

const types: Readonly<Record<ExampleKind, string>> = {
  send: '/cosmos.bank.v1beta1.MsgSend',
  stake: '/cosmos.staking.v1beta1.MsgDelegate',
  claim: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
  swap: '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn',
}

/**
 * Returns a draft that runs once a day for 30 days.
 *
 * @param flows flows of this chain. Their receiver, validator or connection is used, preferably one of the same owner
 */
export function exampleDraft(kind: ExampleKind, owner: string, flows: readonly Flow[]): FlowDraft {
  const draft = {
    '@type': '/intento.intent.v1.MsgSubmitFlow',
    owner,
    label: exampleNames[kind].label,
    duration: '720h',
    interval: '24h',
    configuration: { save_responses: true, wallet_fallback: true },
  }
  return parseDraft({ ...draft, ...messagesOf(kind, owner, flows) })
}

/** Returns the draft with the messages of an example. The label stays if the user has written it. */
export function withExample(draft: FlowDraft, kind: ExampleKind, flows: readonly Flow[]): FlowDraft {
  const { msgs, connectionId, trustlessAgent, conditions, label } = exampleDraft(kind, draft.owner, flows)
  const isWritten = draft.label !== '' && !Object.values(exampleNames).some(({ label }) => label === draft.label)
  return { ...draft, msgs, connectionId, trustlessAgent, conditions, label: isWritten ? draft.label : label }
}

/** Returns undefined if the draft's messages can only be edited as JSON. */
export function kindOf({ msgs: [message, ...others] }: FlowDraft): ExampleKind | undefined {
  if (others.length > 0) return undefined
  return (Object.keys(types) as ExampleKind[]).find(kind => types[kind] === message?.['@type'])
}

function messagesOf(kind: ExampleKind, owner: string, flows: readonly Flow[]): object {
  const sorted = [...flows.filter(flow => flow.owner === owner), ...flows.filter(flow => flow.owner !== owner)]
  const type = types[kind]
  const ofChain = (field: string) =>
    sorted.flatMap(({ msgs }) => msgs.map(message => message[field])).find(value => isOfThisChain(value, owner)) ?? ''
  const amount = { denom: 'uinto', amount: '1000000' }
  switch (kind) {
    case 'send':
      return { msgs: [{ '@type': type, from_address: owner, to_address: ofChain('to_address'), amount: [amount] }] }
    case 'stake':
    case 'claim': {
      const signed = { '@type': type, delegator_address: owner, validator_address: ofChain('validator_address') }
      return { msgs: [kind === 'stake' ? { ...signed, amount } : signed] }
    }
    case 'swap':
      return {
        connection_id:
          sorted.flatMap(({ msgs, selfHostedIca }) => (msgs.some(isSwap) && selfHostedIca?.connectionId) || [])[0] ??
          'connection-0',
        msgs: [
          {
            '@type': type,
            sender: 'ICA_ADDR',
            routes: [{ pool_id: '1', token_out_denom: atomOnOsmosis }],
            token_in: { denom: 'uosmo', amount: '1000000' },
            token_out_min_amount: '1',
          },
        ],
      }
  }
}

function isSwap(message: AnyMessage): boolean {
  return message['@type'] === types.swap
}

/** Accounts and validators of this chain have the prefix of the owner. */
function isOfThisChain(value: unknown, owner: string): boolean {
  const [prefix = ''] = owner.split('1')
  return typeof value === 'string' && value !== owner && new RegExp(`^${prefix}(valoper)?1`).test(value)
}

const atomOnOsmosis = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'

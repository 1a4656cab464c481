import { type Body, invalidField, isRecord, lookUp, parseJson, string } from '@flow-query/core/parts/decode'
import { invalidDraft } from './invalid-draft.js'
import { submitFlow } from './message.js'

/** Types of transactions that create a flow. */
export const registerAndSubmitFlow = '/intento.intent.v1.MsgRegisterAccountAndSubmitFlow'
const transfer = '/ibc.applications.transfer.v1.MsgTransfer'

export function typeOf(message: Body): unknown {
  return message['@type'] ?? message.typeUrl ?? message.$typeUrl
}

export function createsFlow(message: Body): boolean {
  const type = typeOf(message)
  return type === submitFlow || type === registerAndSubmitFlow || flowInMemo(message) !== undefined
}

/** Returns the flow in the memo of a transfer to this chain, which creates the flow. */
export function flowInMemo(message: Body): Body | undefined {
  const { memo } = typeof message.typeUrl === 'string' && isRecord(message.value) ? message.value : message
  const isTransfer = typeOf(message) === transfer || ('receiver' in message && 'sender' in message)
  const json = isTransfer && typeof memo === 'string' ? parseJson(memo) : undefined
  return isRecord(json) && isRecord(json.flow) ? json.flow : undefined
}

const memoSwitches = {
  save_responses: 'save_responses',
  update_disabled: 'updating_disabled',
  stop_on_success: 'stop_on_success',
  stop_on_fail: 'stop_on_failure',
  stop_on_timeout: 'stop_on_timeout',
  fallback: 'wallet_fallback',
} as const

const memoFields: readonly string[] = [
  ...Object.keys(memoSwitches),
  'owner',
  'msgs',
  'label',
  'duration',
  'interval',
  'start_at',
  'cid',
  'host_cid',
  'register_ica',
  'trustless_agent',
  'fee_limit',
  'conditions',
]

/** Returns the flow that the chain creates if it receives coins with this memo. All values are texts, except messages and conditions. */
export function flowOfMemo(memo: Body): Body {
  rejectExistingFlow(memo)
  if ('id' in memo || 'end_time' in memo)
    throw invalidDraft('The draft is a memo that updates an existing flow. Paste a memo that creates a flow')
  for (const name of Object.keys(memo))
    if (!memoFields.includes(name)) invalidField(name, 'is not a field of a flow in a memo')
  const switches = Object.entries(memoSwitches).map(
    ([name, field]) => [field, string(memo[name], name) === 'true'] as const,
  )
  const configuration = Object.fromEntries(switches)
  if (!configuration.wallet_fallback)
    invalidField(
      'fallback',
      'isn’t "true", so the transferred coins pay the fees. Paste a MsgSubmitFlow with these coins as `fee_funds`',
    )
  const registers = string(memo.register_ica, 'register_ica') === 'true'
  const agent = registers ? '' : string(memo.trustless_agent, 'trustless_agent')
  return {
    owner: string(memo.owner, 'owner'),
    label: string(memo.label, 'label'),
    msgs: memo.msgs,
    duration: string(memo.duration, 'duration'),
    interval: string(memo.interval, 'interval'),
    start_at: string(memo.start_at, 'start_at', '0'),
    configuration,
    connection_id: string(memo.cid, 'cid'),
    trustless_agent: { agent_address: agent, fee_limit: registers ? [] : coinsOf(string(memo.fee_limit, 'fee_limit')) },
    conditions: conditionsOf(memo.conditions),
  }
}

export function rejectExistingFlow(body: Body): void {
  if (['fee_address', 'feeAddress', 'exec_time', 'execTime'].some(name => name in body))
    throw invalidDraft('The draft is an existing flow. Use `flow-query draft` with its ID, or `draftFrom`')
}

/** Reads coins such as `20uinto,5ibc/A`. */
function coinsOf(text: string): Body[] {
  return text.split(',').flatMap(coin => {
    const [, amount, denom] = /^\s*(\d+)\s*([a-zA-Z][\w:./-]*)\s*$/.exec(coin) ?? []
    if (amount === undefined)
      return text.trim() === '' ? [] : invalidField('fee_limit', 'is not a list of coins such as "20uinto"')
    return [{ denom, amount }]
  })
}

/** The chain ignores other spellings in a memo. */
function conditionsOf(conditions: unknown): unknown {
  const [name] = /"\w*[A-Z]\w*":/.exec(JSON.stringify(withoutTexts(conditions)) ?? '') ?? []
  if (name)
    invalidField(
      'conditions',
      `contains ${name.slice(0, -1)}, but in a memo, the chain only reads names such as "flow_id"`,
    )
  return conditions ?? undefined
}

function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutTexts(part)]))
    : ''
}

const aminoModules: { readonly [type: string]: string | undefined } = {
  'cosmos-sdk/MsgSend': 'cosmos.bank.v1beta1.MsgSend',
  'cosmos-sdk/MsgMultiSend': 'cosmos.bank.v1beta1.MsgMultiSend',
  'cosmos-sdk/MsgDelegate': 'cosmos.staking.v1beta1.MsgDelegate',
  'cosmos-sdk/MsgUndelegate': 'cosmos.staking.v1beta1.MsgUndelegate',
  'cosmos-sdk/MsgBeginRedelegate': 'cosmos.staking.v1beta1.MsgBeginRedelegate',
  'cosmos-sdk/MsgCancelUnbondingDelegation': 'cosmos.staking.v1beta1.MsgCancelUnbondingDelegation',
  'cosmos-sdk/MsgWithdrawDelegationReward': 'cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
  'cosmos-sdk/MsgModifyWithdrawAddress': 'cosmos.distribution.v1beta1.MsgSetWithdrawAddress',
  'cosmos-sdk/MsgFundCommunityPool': 'cosmos.distribution.v1beta1.MsgFundCommunityPool',
  'cosmos-sdk/MsgExec': 'cosmos.authz.v1beta1.MsgExec',
  'cosmos-sdk/MsgGrant': 'cosmos.authz.v1beta1.MsgGrant',
  'cosmos-sdk/MsgRevoke': 'cosmos.authz.v1beta1.MsgRevoke',
  'cosmos-sdk/GenericAuthorization': 'cosmos.authz.v1beta1.GenericAuthorization',
  'cosmos-sdk/MsgVote': 'cosmos.gov.v1beta1.MsgVote',
  'cosmos-sdk/v1/MsgVote': 'cosmos.gov.v1.MsgVote',
  'cosmos-sdk/MsgDeposit': 'cosmos.gov.v1beta1.MsgDeposit',
  'cosmos-sdk/v1/MsgDeposit': 'cosmos.gov.v1.MsgDeposit',
  'cosmos-sdk/MsgTransfer': 'ibc.applications.transfer.v1.MsgTransfer',
  'wasm/MsgExecuteContract': 'cosmwasm.wasm.v1.MsgExecuteContract',
  'osmosis/gamm/join-pool': 'osmosis.gamm.v1beta1.MsgJoinPool',
  'osmosis/gamm/exit-pool': 'osmosis.gamm.v1beta1.MsgExitPool',
  'osmosis/gamm/swap-exact-amount-in': 'osmosis.gamm.v1beta1.MsgSwapExactAmountIn',
  'osmosis/poolmanager/swap-exact-amount-in': 'osmosis.poolmanager.v1beta1.MsgSwapExactAmountIn',
  'intent/MsgSubmitFlow': submitFlow.slice(1),
  'intent/MsgRegisterAccountAndSubmitFlow': registerAndSubmitFlow.slice(1),
}

export function isAmino(value: unknown): boolean {
  return isRecord(value) && typeof value.type === 'string' && isRecord(value.value) && Object.keys(value).length === 2
}

/** Returns the messages of a document that was signed in Amino's JSON in the node's format. */
export function fromAmino(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map(item => fromAmino(item))
  if (!isRecord(value) || name === 'msg') return value
  if (isAmino(value)) {
    const type = lookUp(aminoModules, `${value.type}`)
    if (!type)
      throw invalidDraft(
        `The draft is an Amino document with the unknown type "${value.type}". Paste the transaction as JSON of a node`,
      )
    return { '@type': `/${type}`, ...(fromAmino(value.value) as Body) }
  }
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, fromAmino(part, field)]))
}

/** Explains what an object or a text is that contains no flow. */
export function rejectOtherInput(value: unknown): void {
  const [first = value] = Array.isArray(value) ? value : []
  const type = isRecord(first) ? typeOf(first) : undefined
  if (isRecord(value) && ('bodyBytes' in value || 'body_bytes' in value))
    throw invalidDraft('The draft is a transaction with encoded messages. Paste the output of `intentod tx decode`')
  if (isRecord(first) && isRecord(first.stargate))
    throw invalidDraft('The draft is a proposal with messages of a contract. Paste only the object in `stargate`')
  if (type === '/intento.intent.v1.MsgUpdateFlow')
    throw invalidDraft('The draft is a MsgUpdateFlow, which changes an existing flow. Paste a MsgSubmitFlow')
  if (type !== undefined && !(isRecord(value) && createsFlow(value)))
    throw invalidDraft(
      `The draft is only a message of the type ${JSON.stringify(type)}, not "${submitFlow}". If it is for \`intentod tx intent submit-flow\`, paste the output of this command with \`--generate-only\``,
    )
}

export function explainText(text: string): string {
  if (/\btx intent submit-flow\b/.test(text)) return 'The draft is a command. Paste its output with `--generate-only`'
  if (/^[\w+/=-]{40,}$/.test(text.replace(/\s/g, '')))
    return 'The draft is encoded. Paste the output of `intentod tx decode`'
  return 'The draft is not valid JSON'
}

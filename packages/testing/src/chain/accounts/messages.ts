import { decodeBech32 } from '../../go/bech32.js'
import { addressError } from '../address.js'
import { nsToTime } from '../blocks/time.js'
import type { ChainRules } from '../conditions/rules.js'
import { MessageError } from '../message-error.js'
import type { AccountsState, AnyMessage, Coin, Flow, Params } from '../state.js'
import { readSubmission, type Submission } from '../submission/submission.js'
import { newFlow } from '../submission/submit.js'
import { areValidCoins, printCoins } from './coins.js'
import type { Ledger } from './ledger.js'
import { messagesIn, nameOf, signerOf } from './message-fields.js'
import { protoText } from './proto-text.js'

/** `at` is in nanoseconds since 1970. */
export interface Block {
  height: number
  at: bigint
}

export interface Payment {
  from: string
  to: string
  coins: readonly Coin[]
  path: readonly number[]
}

/** If `gatesValidators` is set, messages that create a validator fail. */
interface RunOptions {
  owner: string
  gatesValidators: boolean
}

/** Other messages change no balance. If a message fails, nothing changes except for transfers before it. */
export function runMessages(
  ledger: Ledger,
  messages: readonly AnyMessage[],
  { owner, gatesValidators }: RunOptions,
  block: Block,
): string | null {
  if (areTooDeep(messages)) return tooDeep
  const transfers: AnyMessage[] = []
  const failure = ledger.attempt(() => {
    for (const message of messages) {
      const signer = signerOf(message)
      if (ledger.isKnown(owner) && signer !== undefined && signer !== owner)
        return "owner doesn't have permission to send this message: unauthorized"
      if (gatesValidators && message['@type'] === '/cosmos.staking.v1beta1.MsgCreateValidator')
        return 'validator creation is gated by governance; direct usage is disabled: unauthorized'
      const error = runMessage({ ledger, block, payments: [], submissions: null, created: [] }, message, [])
      if (error !== null) return error.message
      if (nameOf(message) === 'MsgTransfer') transfers.push(message)
    }
    return null
  })
  // The chain runs transfers outside of the branch that it discards after a failure.
  if (failure !== null)
    for (const transfer of transfers)
      runMessage({ ledger, block, payments: [], submissions: null, created: [] }, transfer, [])
  return failure
}

export const tooDeep = 'recursion limit exceeded'
const deepestMessage = 10

/** Whether messages are nested so deeply that a chain doesn't decode them. */
export function areTooDeep(messages: readonly AnyMessage[]): boolean {
  let inner = messages
  for (let level = 0; level <= deepestMessage; level++) inner = inner.flatMap(message => messagesIn(Object(message)))
  return inner.length > 0
}

export interface DryRun {
  payments: readonly Payment[]
  created: readonly Created[]
  failed: { index: number; error: MessageError } | null
}

export interface Created {
  flow: Flow
  path: readonly number[]
}

/** The rules for new flows. `flows` is the number of existing flows. */
export interface Submissions {
  params: Params
  rules: ChainRules
  flows: number
}

export function dryRunMessages(
  ledger: Ledger,
  messages: readonly AnyMessage[],
  block: Block,
  submissions: Submissions,
): DryRun {
  const payments: Payment[] = []
  const created: Created[] = []
  let failed: DryRun['failed'] = null
  ledger.attempt(() => {
    for (const [index, message] of messages.entries()) {
      const error = runMessage({ ledger, block, payments, submissions, created }, message, [index])
      if (error === null) continue
      failed = { index, error }
      break
    }
    return 'reverted'
  })
  return { payments, created, failed }
}

/** Pays the fee funds of a new flow and returns the flow. Throws the node's error text if the chain refuses it. */
export function submitMessage(ledger: Ledger, message: AnyMessage, block: Block, submissions: Submissions): Flow {
  const created: Created[] = []
  const error = ledger.attempt(() => submit({ ledger, block, payments: [], submissions, created }, message, [0]))
  const [first] = created
  if (error || !first) throw error ?? new Error('The message created no flow.')
  return first.flow
}

interface Context {
  ledger: Ledger
  block: Block
  payments: Payment[]
  /** Null in the run of a flow, which creates no other flows. */
  submissions: Submissions | null
  created: Created[]
}

function runMessage(context: Context, message: AnyMessage, path: readonly number[]): MessageError | null {
  const signer = signerOf(message) ?? ''
  switch (nameOf(message)) {
    case 'MsgExec':
      return runWithGrants(context, messagesIn(message), signer, path)
    case 'MsgSend': {
      const [to, coins] = [String(message.to_address), coinsOf(message.amount)]
      const error = checkPayment(message) ?? spend(context, signer, coins, to)
      if (error === null) context.payments.push({ from: signer, to, coins, path })
      return error
    }
    case 'MsgTransfer':
      return checkTimeout(message, context.block) ?? spend(context, signer, coinsOf(message.token))
    case 'MsgGrant':
      return grant(context, message)
    case 'MsgRevoke':
      return revoke(context, message)
    case 'MsgDelegate':
      return checkValidator(message) ?? delegate(context, signer, message)
    case 'MsgUndelegate':
      return checkValidator(message) ?? undelegate(context, signer, message)
    case 'MsgSubmitFlow':
      return submit(context, message, path)
    default:
      return null
  }
}

function checkTimeout({ timeout_timestamp }: AnyMessage, { at }: Block): MessageError | null {
  const timeout = BigInt(String(timeout_timestamp ?? 0))
  if (timeout === 0n || timeout > at) return null
  return new MessageError(
    `invalid packet timeout: current timestamp: ${at}, timeout timestamp ${timeout}: timeout elapsed`,
    'modules/core/04-channel/keeper/packet.go:77',
  )
}

function grant({ ledger, block }: Context, { granter, grantee, grant }: AnyMessage): MessageError | null {
  const { authorization, expiration = null } = grant as Pick<Grant, 'authorization' | 'expiration'>
  const added = { granter: String(granter), grantee: String(grantee), authorization, expiration }
  if (!isValidAt(added, block.at))
    return new MessageError('expiration must be after the current block time', 'x/authz/authorization_grant.go:20')
  ledger.changeGrant(grantOf(ledger, added.granter, added.grantee, grantedType(authorization)), added, block.height)
  return null
}

function revoke({ ledger, block }: Context, message: AnyMessage): MessageError | null {
  const granter = String(message.granter)
  const revoked = grantOf(ledger, granter, String(message.grantee), String(message.msg_type_url))
  if (revoked) ledger.changeGrant(revoked, null, block.height)
  else if (ledger.isKnown(granter))
    return new MessageError('failed to delete grant: authorization not found', 'x/authz/keeper/keeper.go:214')
  return null
}

type Grant = AccountsState['grants'][number]

function grantOf({ accounts }: Ledger, granter: string, grantee: string, type: string): Grant | undefined {
  return accounts.grants.find(
    other => other.granter === granter && other.grantee === grantee && grantedType(other.authorization) === type,
  )
}

function checkPayment({ from_address: from, to_address: to, amount }: AnyMessage): MessageError | null {
  const errors = { from: addressErrorIn(from), to: addressErrorIn(to) }
  for (const [field, error] of Object.entries(errors))
    if (error !== null) return new MessageError(`invalid ${field} address: ${error}: invalid address`, wrapfSource)
  if (!Array.isArray(amount) || !amount.every(isSignedCoin)) return null
  if (amount.length > 0 && areValidCoins(amount)) return null
  return new MessageError(`${printCoins(amount)}: invalid coins`, 'x/bank/keeper/msg_server.go:49')
}

function addressErrorIn(field: unknown): string | null {
  return typeof field === 'string' ? addressError(field) : null
}

const wrapfSource = '/go/pkg/mod/cosmossdk.io/errors@v1.0.1/errors.go:155'

function submit(context: Context, message: AnyMessage, path: readonly number[]): MessageError | null {
  const { block, submissions, created } = context
  if (!submissions) return null
  const submission = readSubmission(message)
  const id = String(submissions.flows + created.length + 1)
  const payFeeFunds = (feeAddress: string) => openFeeAccount(context, submission, feeAddress, path)
  try {
    created.push({ flow: newFlow(submission, { ...submissions, id, now: block.at, payFeeFunds }), path })
    return null
  } catch (error) {
    if (error instanceof MessageError) return error
    throw error
  }
}

function openFeeAccount(
  context: Context,
  { owner, feeFunds }: Submission,
  feeAddress: string,
  path: readonly number[],
): void {
  context.ledger.open(feeAddress)
  const [first] = feeFunds
  if (!first || BigInt(first.amount) === 0n) return
  const error = areValidCoins(feeFunds)
    ? spend(context, owner, feeFunds, feeAddress)
    : new MessageError(`${printCoins(feeFunds)}: invalid coins`, 'x/bank/keeper/send.go:260')
  if (error !== null)
    throw context.submissions?.rules.namesSubmissionErrors
      ? new MessageError(`${error.message}: fee account already exists`, '/build:54')
      : error
  context.payments.push({ from: owner, to: feeAddress, coins: feeFunds, path })
}

function runWithGrants(
  context: Context,
  messages: readonly AnyMessage[],
  grantee: string,
  path: readonly number[],
): MessageError | null {
  for (const [index, message] of messages.entries()) {
    const refused = useGrant(context, message, grantee)
    if (refused !== null) return refused
    const error = runMessage(context, message, [...path, index])
    if (error !== null)
      return new MessageError(
        `failed to execute message; message ${protoText(message)}: ${error.message}`,
        error.source,
      )
  }
  return null
}

function useGrant(
  { ledger, block: { height, at } }: Context,
  message: AnyMessage,
  grantee: string,
): MessageError | null {
  const granter = signerOf(message)
  if (granter === undefined || granter === grantee || !ledger.isKnown(granter)) return null
  const type = message['@type']
  const grant = grantOf(ledger, granter, grantee, type)
  if (!grant || !isValidAt(grant, at))
    return new MessageError(
      `failed to get grant with given granter: ${granter}, grantee: ${grantee} & msgType: ${type} : authorization not found`,
      'x/authz/keeper/keeper.go:129',
    )
  const limit = grant.authorization.spend_limit
  if (!Array.isArray(limit)) return null
  const left = without(limit, coinsOf(message.amount))
  if (!left)
    return new MessageError(
      'requested amount is more than spend limit: insufficient funds',
      'x/bank/types/send_authorization.go:41',
    )
  const { allow_list: recipients } = grant.authorization
  const to = String(message.to_address)
  if (Array.isArray(recipients) && recipients.length > 0 && !recipients.includes(to))
    return new MessageError(`cannot send to ${to} address: unauthorized`, 'x/bank/types/send_authorization.go:55')
  const changed = { ...grant, authorization: { ...grant.authorization, spend_limit: left } }
  ledger.changeGrant(grant, left.length > 0 ? changed : null, height)
  return null
}

export function grantedType(authorization: AnyMessage): string {
  return typeof authorization.msg === 'string' ? authorization.msg : '/cosmos.bank.v1beta1.MsgSend'
}

export function isValidAt({ expiration }: AccountsState['grants'][number], at: bigint): boolean {
  return expiration === null || BigInt(Date.parse(expiration)) * 1_000_000n > at
}

function without(limit: readonly Coin[], coins: readonly Coin[]): Coin[] | null {
  const left = new Map(limit.map(({ denom, amount }) => [denom, BigInt(amount)]))
  for (const { denom, amount } of coins) left.set(denom, (left.get(denom) ?? 0n) - BigInt(amount))
  const rest = Array.from(left, ([denom, amount]) => ({ denom, amount }))
  if (rest.some(({ amount }) => amount < 0n)) return null
  return rest.flatMap(({ denom, amount }) => (amount > 0n ? { denom, amount: String(amount) } : []))
}

function spend(
  { ledger, block: { height } }: Context,
  from: string,
  coins: readonly Coin[],
  recipient?: string,
): MessageError | null {
  for (const { denom, amount } of coins) {
    const error = spendingError(ledger, from, denom, BigInt(amount))
    if (error !== null) return new MessageError(error, 'x/bank/keeper/send.go:279')
    ledger.add(from, denom, -BigInt(amount), height)
    if (recipient !== undefined) ledger.add(recipient, denom, BigInt(amount), height)
  }
  return null
}

export function spendingError(ledger: Ledger, from: string, denom: string, amount: bigint): string | null {
  if (!ledger.isKnown(from)) return null
  const spendable = ledger.spendable(from, denom)
  if (spendable >= amount) return null
  return `spendable balance ${spendable}${denom} is smaller than ${amount}${denom}: insufficient funds`
}

function checkValidator({ validator_address }: AnyMessage): MessageError | null {
  try {
    decodeBech32(String(validator_address))
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    return new MessageError(`invalid validator address: decoding bech32 failed: ${why}: invalid address`, wrapfSource)
  }
}

function delegate({ ledger, block: { height } }: Context, from: string, message: AnyMessage): MessageError | null {
  for (const { denom, amount } of coinsOf(message.amount)) {
    const balance = ledger.balance(from, denom)
    if (ledger.isKnown(from) && balance < BigInt(amount))
      return new MessageError(
        `failed to delegate; ${balance}${denom} is smaller than ${amount}${denom}: insufficient funds`,
        'x/bank/keeper/keeper.go:148',
      )
    ledger.delegate(from, String(message.validator_address), { denom, amount }, height)
  }
  return null
}

const maxUnbondings = 7

/** How long undelegated coins stay locked, in nanoseconds: 21 days. */
const unbondingTime = 1_814_400_000_000_000n

function undelegate({ ledger, block: { at } }: Context, from: string, message: AnyMessage): MessageError | null {
  const validator = String(message.validator_address)
  for (const { amount } of coinsOf(message.amount)) {
    const delegated = ledger.delegated(from, validator)
    if (delegated !== undefined && delegated < BigInt(amount))
      return new MessageError('invalid shares amount: invalid request', 'x/staking/keeper/delegation.go:1375')
    if (ledger.openUnbondings(from, validator, at) >= maxUnbondings)
      return new MessageError(
        'too many unbonding delegation entries for (delegator, validator) tuple',
        'x/staking/keeper/msg_server.go:403',
      )
    ledger.undelegate(from, validator, amount, nsToTime(at + unbondingTime))
  }
  return null
}

/** Ignores an amount that is not a number, because a feedback loop sets it later. */
function coinsOf(value: unknown): Coin[] {
  return [value].flat().filter(isCoin)
}

function isCoin(value: unknown): value is Coin {
  return isSignedCoin(value) && !value.amount.startsWith('-')
}

function isSignedCoin(value: unknown): value is Coin {
  const { denom, amount } = (value ?? {}) as Partial<Coin>
  return typeof denom === 'string' && typeof amount === 'string' && /^-?\d+$/.test(amount)
}

import { areValidCoins, messageError, messageName, messagesIn } from '@flow-query/rules'
import { MessageError, wrapfSource } from '../message-error.js'
import type { AnyMessage, Coin, Flow, Params } from '../state.js'
import { readSubmission, type Submission } from '../submission/submission.js'
import { newFlow } from '../submission/submit.js'
import { coinsOf, printCoins } from './coins.js'
import { grant, revoke, useGrant } from './grants.js'
import type { Block, Ledger, LedgerBlock } from './ledger.js'
import { protoText } from './proto-text.js'
import { signerOf } from './signer.js'
import { checkPayment, spend } from './spending.js'
import { checkValidator, delegate, undelegate, withdrawRewards } from './staking.js'

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
  const context: Context = { ledger, block, payments: [], submissions: null, created: [] }
  const transfers: AnyMessage[] = []
  const failure = ledger.attempt(() => {
    for (const message of messages) {
      const signer = signerOf(message)
      if (ledger.isKnown(owner) && signer !== undefined && signer !== owner)
        return "owner doesn't have permission to send this message: unauthorized"
      if (gatesValidators && message['@type'] === '/cosmos.staking.v1beta1.MsgCreateValidator')
        return 'validator creation is gated by governance; direct usage is disabled: unauthorized'
      const error = runMessage(context, message, [])
      if (error !== null) return error.message
      if (messageName(message) === 'MsgTransfer') transfers.push(message)
    }
    return null
  })
  // The chain runs transfers outside of the branch that it discards after a failure.
  if (failure !== null) for (const transfer of transfers) runMessage(context, transfer, [])
  return failure
}

export const tooDeep = 'recursion limit exceeded'
const deepestMessage = 10

/** Whether messages are nested so deeply that a chain doesn't decode them. */
export function areTooDeep(messages: readonly AnyMessage[]): boolean {
  let inner = messages
  for (let level = 0; level <= deepestMessage; level++) inner = inner.flatMap(message => messagesIn(message))
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

interface Context extends LedgerBlock {
  payments: Payment[]
  /** Null in the run of a flow, which creates no other flows. */
  submissions: Submissions | null
  created: Created[]
}

function runMessage(context: Context, message: AnyMessage, path: readonly number[]): MessageError | null {
  const impossible = messageError(message)
  if (impossible !== undefined) return new MessageError(impossible, wrapfSource)
  const signer = signerOf(message) ?? ''
  switch (messageName(message)) {
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
    case 'MsgFundCommunityPool':
      return spend(context, signer, coinsOf(message.amount))
    case 'MsgExecuteContract':
      return spend(context, signer, coinsOf(message.funds), String(message.contract))
    case 'MsgGrant':
      return grant(context, message)
    case 'MsgRevoke':
      return revoke(context, message)
    case 'MsgDelegate':
      return checkValidator(message) ?? delegate(context, signer, message)
    case 'MsgWithdrawDelegatorReward':
      return checkValidator(message) ?? withdrawRewards(context, signer, message)
    case 'MsgUndelegate':
      return checkValidator(message) ?? undelegate(context, signer, message)
    case 'MsgSubmitFlow':
      return submit(context, message, path)
    default:
      return null
  }
}

function checkTimeout({ timeout_timestamp, timeout_height }: AnyMessage, { at }: Block): MessageError | null {
  const timeout = BigInt(String(timeout_timestamp ?? 0))
  const { revision_number: number = 0, revision_height: height = 0 } = Object(timeout_height)
  if (timeout === 0n && Number(number) === 0 && Number(height) === 0)
    return new MessageError(
      'constructed packet failed basic validation: packet timeout height and packet timeout timestamp cannot both be 0: invalid packet',
      'modules/core/04-channel/types/packet.go:108',
    )
  if (timeout === 0n || timeout > at) return null
  return new MessageError(
    `invalid packet timeout: current timestamp: ${at}, timeout timestamp ${timeout}: timeout elapsed`,
    'modules/core/04-channel/keeper/packet.go:77',
  )
}

function submit(context: Context, message: AnyMessage, path: readonly number[]): MessageError | null {
  const { block, submissions, created } = context
  if (!submissions) return spend(context, String(message.owner), coinsOf(message.fee_funds))
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
  if (error !== null) throw new MessageError(`${error.message}: fee account already exists`, '/build:54')
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

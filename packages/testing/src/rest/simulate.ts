import { messageName, messagesIn, rulesOf } from '@flow-query/rules'
import { areTooDeep, type Created, type Payment, tooDeep } from '../chain/accounts/messages.js'
import { signerOf } from '../chain/accounts/signer.js'
import { addressError } from '../chain/address.js'
import type { Chain } from '../chain/chain.js'
import { MessageError } from '../chain/message-error.js'
import { messageJsonError } from '../chain/message-json.js'
import type { AnyMessage } from '../chain/state.js'
import { validateMessage } from '../chain/submission/validate.js'
import { toBase64 } from '../go/bytes.js'
import { concat, field } from '../go/protobuf.js'
import { GoError, goJson } from '../go/text.js'
import { type AccountsContext, authAccount } from './account-queries.js'
import { grpcCode, NodeError } from './errors.js'

export interface Tx {
  messages: AnyMessage[]
  sequence: string
}

interface TxBody {
  tx?: { body?: { messages?: AnyMessage[] }; auth_info?: { signer_infos?: { sequence?: string }[] } }
}

export function parseTx(body: string): Tx | null {
  const { tx } = parseJson(body)
  if (!tx) return null
  const messages = tx.body?.messages ?? []
  if (areTooDeep(messages)) throw new NodeError(grpcCode.invalidArgument, tooDeep)
  const errors = messages.map(messageJsonError)
  const error = errors.find(error => error !== null)
  if (error) throw new NodeError(grpcCode.invalidArgument, error)
  return { messages, sequence: tx.auth_info?.signer_infos?.[0]?.sequence ?? '0' }
}

function parseJson(body: string): TxBody {
  try {
    return JSON.parse(body)
  } catch {
    throw new NodeError(grpcCode.invalidArgument, 'proto: syntax error (line 1:1): unexpected token')
  }
}

/** The gas of a transaction without messages, of a message that fails, and of messages that succeed, as recorded. */
const gas = {
  base: 28_744,
  /** A first transaction stores the key of its account. */
  newKey: 13_100,
  invalid: 1_174,
  mismatch: 14_456,
  failed: 6_209,
  exec: 820,
}
const gasOfOthers = 60_000
/** How much more gas a message uses in a transaction than in a run, because a transaction pays for each byte. */
const gasOfBytes = 600

export function simulateTx(tx: Tx | null, context: AccountsContext, chain: Chain): string {
  if (!tx) throw new NodeError(grpcCode.invalidArgument, 'empty txBytes is not allowed')
  const signer = onlySigner(tx, context)
  validate(tx)
  checkSequence(tx, signer, context)
  const { payments, created, failed } = chain.dryRun(tx.messages)
  if (failed) {
    const { index, error } = failed
    const gasUsed = gasOf(tx, index) + gas.failed
    throw unknown(`failed to execute message; message index: ${index}: ${error.message}`, error.source, gasUsed)
  }
  const types = tx.messages.map(message => `${message['@type']}Response`)
  return goJson({
    gas_info: { gas_wanted: '18446744073709551615', gas_used: String(gasOf(tx)) },
    result: {
      data: toBase64(concat(...types.map((type, index) => field(2, anyOf(type, tx.messages[index]))))),
      log: '',
      events: [
        event('tx', [
          ['fee', ''],
          ['fee_payer', signer],
        ]),
        event('tx', [['acc_seq', `${signer}/${tx.sequence}`]]),
        event('tx', [['signature', '']]),
        ...tx.messages.flatMap((message, index) => [
          actionEvent(message, index),
          ...payments.filter(({ path: [first] }) => first === index).flatMap(paymentEvents),
          ...created.filter(({ path: [first] }) => first === index).map(createdEvent),
        ]),
      ],
      msg_responses: types.map((type, index) => responseOf(type, tx.messages[index])),
    },
  })
}

function gasOf({ messages, sequence }: Tx, executed: number = messages.length): number {
  const base = gas.base + (sequence === '0' ? gas.newKey : 0)
  return messages.slice(0, executed).reduce((sum, message) => sum + gasOfMessage(message), base)
}

function gasOfMessage(message: AnyMessage): number {
  if (messageName(message) !== 'MsgExec') {
    const { gasInTransaction, gas: inRun } = rulesOf(message)
    return gasInTransaction ?? (inRun === undefined ? gasOfOthers : inRun + gasOfBytes)
  }
  return messagesIn(message).reduce((sum, inner) => sum + gasOfMessage(inner), gas.exec)
}

function onlySigner({ messages }: Tx, { addressPrefix }: AccountsContext): string {
  const signers = [...new Set(messages.map(message => signerOf(message) ?? ''))]
  const [signer] = signers
  if (signer === undefined)
    throw unknown('must contain at least one message: invalid request', 'baseapp/baseapp.go:745', 0)
  if (signers.length > 1)
    throw unknown(
      `wrong number of signers; expected ${signers.length}, got 1: unauthorized`,
      'x/auth/tx/builder.go:169',
      0,
    )
  const error = addressError(signer, addressPrefix)
  if (error !== null) throw unknown(error, /^hrp/.test(error) ? 'codec/address/bech32_codec.go:37' : undefined, 0)
  return signer
}

function validate({ messages }: Tx): void {
  try {
    for (const message of messages) validateMessage(message)
  } catch (error) {
    if (error instanceof MessageError) throw unknown(error.message, error.source, gas.invalid)
    if (error instanceof GoError) throw unknown(error.message, undefined, gas.invalid)
    throw error
  }
}

function checkSequence({ sequence }: Tx, signer: string, context: AccountsContext): void {
  const account = authAccount(signer, context)
  if (!account)
    throw unknown(`account ${signer} does not exist: unknown address`, 'x/auth/ante/sigverify.go:108', gas.mismatch)
  const expected = sequenceOf(account)
  if (expected !== sequence) {
    const mismatch = `account sequence mismatch, expected ${expected}, got ${sequence}: incorrect account sequence`
    throw unknown(mismatch, 'x/auth/ante/sigverify.go:290', gas.mismatch)
  }
}

/** Accounts other than a `BaseAccount` contain one. */
function sequenceOf(account: Record<string, unknown>): string {
  const inner = (account.base_vesting_account ?? account.base_account) as Record<string, unknown> | undefined
  return inner ? sequenceOf(inner) : String(account.sequence)
}

function actionEvent(message: AnyMessage, index: number) {
  return event('message', [
    ['action', message['@type']],
    ['sender', signerOf(message) ?? ''],
    ['module', message['@type'].split('.')[1] ?? ''],
    ['msg_index', String(index)],
  ])
}

function createdEvent({ flow: { id, owner }, path }: Created) {
  return event('flow-created', [['flow-id', id], ['owner', owner], ...positionOf(path)])
}

function positionOf([index, ...inner]: readonly number[]) {
  return [...inner.map(each => ['authz_msg_index', String(each)] as const), ['msg_index', String(index)] as const]
}

function paymentEvents({ from, to, coins, path }: Payment) {
  const at = positionOf(path)
  const paid = coins.map(({ denom, amount }) => amount + denom).join(',')
  return [
    event('coin_spent', [['spender', from], ['amount', paid], ...at]),
    event('coin_received', [['receiver', to], ['amount', paid], ...at]),
    event('transfer', [['recipient', to], ['sender', from], ['amount', paid], ...at]),
    event('message', [['sender', from], ...at]),
  ]
}

function unknown(message: string, position: string | undefined, gasUsed: number): NodeError {
  const source = position?.startsWith('/') ? position : `cosmos/cosmos-sdk@v0.50.14/${position}`
  const suffix = position === undefined ? '' : ` [${source}]`
  return new NodeError(grpcCode.unknown, `${message}${suffix} with gas used: '${gasUsed}'`)
}

function event(type: string, attributes: readonly (readonly [key: string, value: string])[]) {
  return { type, attributes: attributes.map(([key, value]) => ({ key, value, index: false })) }
}

function execResults(message: AnyMessage | undefined): readonly AnyMessage[] | undefined {
  return message && messageName(message) === 'MsgExec' ? messagesIn(message) : undefined
}

function anyOf(type: string, message: AnyMessage | undefined): Uint8Array {
  const results = execResults(message)
  if (!results) return field(1, type)
  return concat(field(1, type), field(2, concat(...results.map(() => field(1, '')))))
}

function responseOf(type: string, message: AnyMessage | undefined) {
  const results = execResults(message)
  return { '@type': type, ...(results && { results: results.map(() => '') }) }
}

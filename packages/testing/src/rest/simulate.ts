import type { AnyMessage, Coin } from '../chain/state.js'
import { decodeBech32 } from '../go/bech32.js'
import { goJson } from '../go/text.js'
import { concat, field } from '../rpc/protobuf.js'
import { type AccountsNode, authAccount } from './account-queries.js'
import { grpcCode, NodeError } from './errors.js'

/** A transaction in the body of a request. */
export interface Tx {
  messages: AnyMessage[]
  /** The sequence that the signer claims. */
  sequence: string
}

interface TxBody {
  tx?: { body?: { messages?: AnyMessage[] }; auth_info?: { signer_infos?: { sequence?: string }[] } }
}

/** The messages of all modules that an Intento node can have. */
const knownTypes = /^\/(cosmos|cosmwasm|ibc|intento)\./

/**
 * Parses the body of a request to `POST /cosmos/tx/v1beta1/simulate`. Returns null if it contains no transaction.
 *
 * @throws {NodeError} If the body is not JSON, or if it has a message of an unknown type.
 */
export function parseTx(body: string): Tx | null {
  const { tx } = parseJson(body)
  if (!tx) return null
  const messages = tx.body?.messages ?? []
  const unknown = messages.find(message => !knownTypes.test(message['@type']))
  if (unknown)
    throw new NodeError(grpcCode.invalidArgument, `unknown message type ${goJson(unknown['@type'].slice(1))}`)
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
  mismatch: 14_456,
  failed: 6_209,
  noGrant: 3_403,
  exec: 820,
  undelegate: 4_996,
  address: 1_510,
}
const gasByName: Readonly<Record<string, number>> = { MsgSend: 20_365, MsgDelegate: 96_718 }
const gasOfOthers = 60_000

/**
 * Runs the messages of a transaction on the node's balances, grants and delegations, without changing them. Messages other than
 * payments, delegations and `MsgExec` always succeed.
 *
 * @throws {NodeError} If the transaction is invalid or a message fails.
 */
export function simulateTx(tx: Tx | null, node: AccountsNode): string {
  if (!tx) throw new NodeError(grpcCode.invalidArgument, 'empty txBytes is not allowed')
  const signer = checkSigner(tx, node)
  const state: State = { node, balances: new Map(), gasUsed: gas.base }
  const events = tx.messages.flatMap((message, index) => {
    try {
      return runMessage(message, state, index)
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      const gasUsed = state.gasUsed + error.gas
      throw unknown(`failed to execute message; message index: ${index}: ${error.message}`, error.position, gasUsed)
    }
  })
  const types = tx.messages.map(message => `${message['@type']}Response`)
  return goJson({
    gas_info: { gas_wanted: '18446744073709551615', gas_used: String(state.gasUsed) },
    result: {
      data: base64(concat(...types.map((type, index) => field(2, anyOf(type, tx.messages[index]))))),
      log: '',
      events: [
        event('tx', [
          ['fee', ''],
          ['fee_payer', signer],
        ]),
        event('tx', [['acc_seq', `${signer}/${tx.sequence}`]]),
        event('tx', [['signature', '']]),
        ...events,
      ],
      msg_responses: types.map((type, index) => responseOf(type, tx.messages[index])),
    },
  })
}

/** Returns the signer of all messages. */
function checkSigner({ messages, sequence }: Tx, node: AccountsNode): string {
  const signers = [...new Set(messages.map(signerOf))]
  const [signer] = signers
  if (signer === undefined)
    throw unknown('must contain at least one message: invalid request', 'baseapp/baseapp.go:745', 0)
  if (signers.length > 1)
    throw unknown(
      `wrong number of signers; expected ${signers.length}, got 1: unauthorized`,
      'x/auth/tx/builder.go:169',
      0,
    )
  const account = authAccount(signer, node)
  if (!account)
    throw unknown(`account ${signer} does not exist: unknown address`, 'x/auth/ante/sigverify.go:108', gas.mismatch)
  const expected = sequenceOf(account)
  if (expected !== sequence) {
    const mismatch = `account sequence mismatch, expected ${expected}, got ${sequence}: incorrect account sequence`
    throw unknown(mismatch, 'x/auth/ante/sigverify.go:290', gas.mismatch)
  }
  return signer
}

/** Accounts other than a `BaseAccount` contain one. */
function sequenceOf(account: Record<string, unknown>): string {
  const inner = (account.base_vesting_account ?? account.base_account) as Record<string, unknown> | undefined
  return inner ? sequenceOf(inner) : String(account.sequence)
}

interface State {
  node: AccountsNode
  /** The balances that a message has changed, by address and denom. */
  balances: Map<string, bigint>
  gasUsed: number
}

type Event = ReturnType<typeof event>

/** The attributes of an event that contain the index of its message. */
type At = readonly (readonly [key: string, value: string])[]

/** Returns the events of a message. */
function runMessage(message: AnyMessage, state: State, index: number): Event[] {
  const at: At = [['msg_index', String(index)]]
  const action = event('message', [
    ['action', message['@type']],
    ['sender', signerOf(message)],
    ['module', message['@type'].split('.')[1] ?? ''],
    ...at,
  ])
  return [action, ...effectsOf(message, state, at)]
}

function effectsOf(message: AnyMessage, state: State, at: At): Event[] {
  const name = nameOf(message)
  const signer = signerOf(message)
  switch (name) {
    case 'MsgSend': {
      const to = String(message.to_address)
      const coins = coinsIn(message.amount)
      for (const coin of coins) spend(state, signer, coin)
      for (const { denom, amount } of coins) setBalance(state, to, denom, balanceOf(state, to, denom) + BigInt(amount))
      const paid = coins.map(({ denom, amount }) => amount + denom).join(',')
      state.gasUsed += gasByName.MsgSend ?? 0
      return [
        event('coin_spent', [['spender', signer], ['amount', paid], ...at]),
        event('coin_received', [['receiver', to], ['amount', paid], ...at]),
        event('transfer', [['recipient', to], ['sender', signer], ['amount', paid], ...at]),
        event('message', [['sender', signer], ...at]),
      ]
    }
    case 'MsgDelegate':
      checkValidator(message)
      for (const coin of coinsIn(message.amount)) spend(state, signer, coin)
      break
    case 'MsgUndelegate':
      checkValidator(message)
      undelegate(message, state)
      break
    case 'MsgExec': {
      const inner = (message.msgs ?? []) as AnyMessage[]
      state.gasUsed += gas.exec
      return inner.flatMap((each, index) => {
        useGrant(each, signer, state)
        return effectsOf(each, state, [['authz_msg_index', String(index)], ...at])
      })
    }
  }
  state.gasUsed += gasByName[name] ?? gasOfOthers
  return []
}

/** An error of a message. */
class MessageError extends Error {
  readonly position: string
  readonly gas: number
  constructor(message: string, position: string, gas: number) {
    super(message)
    this.position = position
    this.gas = gas
  }
}

function unknown(message: string, position: string, gasUsed: number): NodeError {
  const source = position.startsWith('/') ? position : `cosmos/cosmos-sdk@v0.50.14/${position}`
  return new NodeError(grpcCode.unknown, `${message} [${source}] with gas used: '${gasUsed}'`)
}

function spend(state: State, address: string, { denom, amount }: Coin): void {
  const balance = balanceOf(state, address, denom)
  if (balance < BigInt(amount))
    throw new MessageError(
      `spendable balance ${balance > 0n ? balance + denom : ''} is smaller than ${amount}${denom}: insufficient funds`,
      'x/bank/keeper/send.go:279',
      gas.failed,
    )
  setBalance(state, address, denom, balance - BigInt(amount))
}

function balanceOf({ node: { accounts }, balances }: State, address: string, denom: string): bigint {
  const coins = accounts.spendableBalances[address] ?? accounts.balances[address] ?? []
  return balances.get(`${address}/${denom}`) ?? BigInt(coins.find(coin => coin.denom === denom)?.amount ?? 0)
}

function setBalance({ balances }: State, address: string, denom: string, amount: bigint): void {
  balances.set(`${address}/${denom}`, amount)
}

function checkValidator({ validator_address }: AnyMessage): void {
  try {
    decodeBech32(String(validator_address))
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw new MessageError(
      `invalid validator address: decoding bech32 failed: ${why}: invalid address`,
      '/go/pkg/mod/cosmossdk.io/errors@v1.0.1/errors.go:155',
      gas.address,
    )
  }
}

/** The most entries that a delegator can have with one validator. */
const maxUnbondings = 7

function undelegate(message: AnyMessage, { node: { accounts, now } }: State): void {
  const [delegator, validator] = [signerOf(message), String(message.validator_address)]
  const delegations = accounts.delegations[delegator]
  const delegated = BigInt(delegations?.[validator] ?? 0)
  if (delegations && coinsIn(message.amount).some(({ amount }) => BigInt(amount) > delegated))
    throw new MessageError(
      'invalid shares amount: invalid request',
      'x/staking/keeper/delegation.go:1375',
      gas.undelegate,
    )
  const open = (accounts.unbondingDelegations[delegator] ?? [])
    .filter(({ validator_address }) => validator_address === validator)
    .flatMap(({ entries }) => entries as { completion_time: string }[])
    .filter(({ completion_time }) => Date.parse(completion_time) > now)
  if (open.length >= maxUnbondings)
    throw new MessageError(
      'too many unbonding delegation entries for (delegator, validator) tuple',
      'x/staking/keeper/msg_server.go:403',
      gas.undelegate,
    )
}

function useGrant(message: AnyMessage, grantee: string, { node }: State): void {
  const granter = signerOf(message)
  if (granter === grantee) return
  const type = message['@type']
  const grant = node.accounts.grants.find(
    ({ authorization, ...grant }) =>
      grant.granter === granter &&
      grant.grantee === grantee &&
      (authorization.msg === type || (!authorization.msg && nameOf(message) === 'MsgSend')),
  )
  if (!grant)
    throw new MessageError(
      `failed to get grant with given granter: ${granter}, grantee: ${grantee} & msgType: ${type} : authorization not found`,
      'x/authz/keeper/keeper.go:129',
      gas.noGrant,
    )
  if (grant.expiration !== null && Date.parse(grant.expiration) <= node.now)
    throw new MessageError('authorization expired', 'x/authz/keeper/keeper.go:133', gas.noGrant)
  const limit = grant.authorization.spend_limit as Coin[] | undefined
  const isOver = ({ denom, amount }: Coin) =>
    BigInt(limit?.find(coin => coin.denom === denom)?.amount ?? 0) < BigInt(amount)
  if (limit && coinsIn(message.amount).some(isOver))
    throw new MessageError(
      'requested amount is more than spend limit: insufficient funds',
      'x/bank/types/send_authorization.go:41',
      gas.noGrant,
    )
}

const signerFields = ['from_address', 'delegator_address', 'grantee', 'granter', 'sender', 'voter', 'signer', 'owner']

function signerOf(message: AnyMessage): string {
  const name = signerFields.find(field => typeof message[field] === 'string')
  return name ? String(message[name]) : ''
}

function nameOf(message: AnyMessage): string {
  return message['@type'].slice(message['@type'].lastIndexOf('.') + 1)
}

function coinsIn(value: unknown): Coin[] {
  return [value].flat().map(coin => {
    const { denom = '', amount = '' } = (coin ?? {}) as Partial<Coin>
    if (!/^\d+$/.test(amount))
      throw new MessageError(`${amount}${denom}: invalid coins`, 'x/bank/keeper/msg_server.go:41', 0)
    return { denom, amount }
  })
}

function event(type: string, attributes: readonly (readonly [key: string, value: string])[]) {
  return { type, attributes: attributes.map(([key, value]) => ({ key, value, index: false })) }
}

/** The responses of a `MsgExec` are empty bytes, one for each message inside it. */
function execResults(message: AnyMessage | undefined): unknown[] | undefined {
  return message && nameOf(message) === 'MsgExec' ? ((message.msgs ?? []) as unknown[]) : undefined
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

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

import type { Coin, Message } from './types.js'

/**
 * The fields of a response that a flow can read. The denoms, the amounts, the texts and the lengths of lists are unknown. `coinList` is a
 * list of coins that the chain only reads coin by coin. Fields of other types are missing, because the chain can't read them.
 */
export type ResponseShape =
  | 'coins'
  | 'coinList'
  | 'coin'
  | 'denom'
  | 'amount'
  | 'text'
  | { readonly [field: string]: ResponseShape }

export interface MessageRules {
  /** The field with the account that signs the message. */
  signer?: string
  isSignedByValidator?: true
  /** Whether the chain can't determine who signs the message. */
  hasNoSigner?: true
  /** The field with coins. The message fails if they aren't sorted or positive. */
  coins?: string
  /** Whether the message can have no coins, or also coins with an amount of 0. */
  canLackCoins?: 'none' | 'zero'
  /** Which coins of the signer the message spends: those that aren't locked, or all. */
  spends?: 'unlocked' | 'all'
  /** The field with the account that receives coins, and how the chain refuses an account that may not. */
  recipient?: { field: string; refusal: string }
  /** Whether only balances, permissions and coins decide whether the message succeeds. */
  isPredictable?: true
  /** Whether a later run can fail for a cause that queries don't show, such as the end of a voting period. */
  isLimited?: true
  /** The error if the message is executed again. */
  once?: string
  /** The name of the message that makes it possible to execute this one again. */
  undoneBy?: string
  /** The gas in the run of a flow, as measured, if the chain has run the message before. */
  gas?: number
  /** How much more the first run uses, because it creates the account of the recipient, or less, because it pays out no rewards. */
  gasIfNew?: number
  /** How much more each open unbonding or redelegation entry costs, because the chain rewrites all of them. */
  gasPerEntry?: number
  /** The field with the account or the validator that `gasIfNew` is about. */
  newIn?: string
  /** The gas in a transaction, as measured. */
  gasInTransaction?: number
  response?: ResponseShape
}

const toAddress = { field: 'to_address', refusal: 'is not allowed to receive funds: unauthorized' }
const delegator = { signer: 'delegator_address' } as const
const granter = { signer: 'granter' } as const
const sender = { signer: 'sender' } as const
const byValidator = { signer: 'validator_address', isSignedByValidator: true } as const
const vote = { signer: 'voter', isLimited: true, response: {} } as const
const deposit = { signer: 'depositor', isLimited: true } as const

const messageRules: ReadonlyMap<string, MessageRules> = new Map([
  ...inModule('cosmos.bank.v1beta1', {
    MsgSend: {
      signer: 'from_address',
      recipient: toAddress,
      coins: 'amount',
      spends: 'unlocked',
      isPredictable: true,
      gas: 19_775,
      gasIfNew: 13_600,
      newIn: 'to_address',
      gasInTransaction: 20_365,
      response: {},
    },
    MsgMultiSend: { hasNoSigner: true, response: {} },
  }),
  ...inModule('cosmos.staking.v1beta1', {
    MsgDelegate: {
      ...delegator,
      coins: 'amount',
      spends: 'all',
      isPredictable: true,
      gas: 97_500,
      gasIfNew: -21_000,
      newIn: 'validator_address',
      gasInTransaction: 96_718,
      response: {},
    },
    MsgUndelegate: {
      ...delegator,
      coins: 'amount',
      gas: 132_000,
      gasPerEntry: 1_200,
      response: { Amount: 'coin' },
    },
    MsgBeginRedelegate: {
      ...delegator,
      coins: 'amount',
      isLimited: true,
      gas: 204_700,
      gasIfNew: -23_800,
      newIn: 'validator_dst_address',
      gasPerEntry: 1_800,
      response: {},
    },
    MsgCancelUnbondingDelegation: { ...delegator, isLimited: true, response: {} },
    MsgCreateValidator: byValidator,
    MsgEditValidator: byValidator,
  }),
  ...inModule('cosmos.distribution.v1beta1', {
    MsgWithdrawDelegatorReward: { ...delegator, gas: 46_400, response: { Amount: 'coins' } },
    MsgSetWithdrawAddress: {
      ...delegator,
      recipient: {
        field: 'withdraw_address',
        refusal: 'is not allowed to receive external funds: unauthorized',
      },
      isPredictable: true,
      gas: 5_300,
      response: {},
    },
    MsgFundCommunityPool: { signer: 'depositor', coins: 'amount', spends: 'unlocked', response: {} },
    MsgWithdrawValidatorCommission: byValidator,
  }),
  ...inModule('cosmos.slashing.v1beta1', { MsgUnjail: { ...byValidator, signer: 'validator_addr' } }),
  ...inModule('cosmos.authz.v1beta1', {
    MsgExec: { signer: 'grantee' },
    MsgGrant: { ...granter, gas: 10_600, response: {} },
    MsgRevoke: {
      ...granter,
      gas: 3_300,
      once: 'failed to delete grant: authorization not found',
      undoneBy: 'MsgGrant',
      response: {},
    },
  }),
  ...inModule('cosmos.feegrant.v1beta1', {
    MsgGrantAllowance: {
      ...granter,
      once: 'fee allowance already exists',
      undoneBy: 'MsgRevokeAllowance',
      response: {},
    },
    MsgRevokeAllowance: { ...granter, once: 'fee-grant not found', undoneBy: 'MsgGrantAllowance', response: {} },
  }),
  ...inModule('cosmos.vesting.v1beta1', {
    MsgCreateVestingAccount: { signer: 'from_address', recipient: toAddress, once: 'account already exists' },
  }),
  ...inModule('cosmos.gov.v1', { MsgVote: vote, MsgVoteWeighted: vote, MsgDeposit: deposit }),
  ...inModule('cosmos.gov.v1beta1', { MsgVote: vote, MsgVoteWeighted: vote, MsgDeposit: deposit }),
  ...inModule('ibc.applications.transfer.v1', {
    MsgTransfer: {
      signer: 'sender',
      coins: 'token',
      spends: 'unlocked',
      isPredictable: true,
      gas: 47_900,
      response: {},
    },
  }),
  ...inModule('cosmwasm.wasm.v1', {
    MsgExecuteContract: { signer: 'sender', coins: 'funds', canLackCoins: 'none', spends: 'unlocked', response: {} },
  }),
  ...inModule('osmosis.gamm.v1beta1', {
    MsgJoinPool: { ...sender, response: { ShareOutAmount: 'amount', TokenIn: 'coinList' } },
    MsgExitPool: { ...sender, response: { TokenOut: 'coinList' } },
    MsgSwapExactAmountIn: { ...sender, response: { TokenOutAmount: 'amount' } },
    MsgSwapExactAmountOut: { ...sender, response: { TokenInAmount: 'amount' } },
    MsgJoinSwapExternAmountIn: { ...sender, response: { ShareOutAmount: 'amount' } },
    MsgJoinSwapShareAmountOut: { ...sender, response: { TokenInAmount: 'amount' } },
    MsgExitSwapShareAmountIn: { ...sender, response: { TokenOutAmount: 'amount' } },
    MsgExitSwapExternAmountOut: { ...sender, response: { ShareInAmount: 'amount' } },
  }),
  ...inModule('elys.amm', {
    MsgJoinPool: { ...sender, response: { ShareAmountOut: 'amount', TokenIn: 'coinList' } },
    MsgExitPool: { ...sender, response: { TokenOut: 'coinList' } },
    MsgUpFrontSwapExactAmountIn: { ...sender, response: { TokenOutAmount: 'amount' } },
    MsgSwapExactAmountIn: { ...sender, response: { TokenOutAmount: 'amount', Recipient: 'text' } },
    MsgSwapExactAmountOut: { ...sender, response: { TokenInAmount: 'amount', Recipient: 'text' } },
    MsgSwapByDenom: { ...sender, response: { Amount: 'coin', Recipient: 'text' } },
  }),
  ...inModule('elys.estaking', {
    MsgWithdrawReward: { ...delegator, response: { Amount: 'coins' } },
    MsgWithdrawElysStakingRewards: { ...delegator, response: { Amount: 'coins' } },
    MsgWithdrawAllRewards: { ...delegator, response: { Amount: 'coins' } },
  }),
  ...inModule('elys.commitment', {
    MsgStake: { signer: 'creator', response: { Result: 'text' } },
    MsgUnstake: { signer: 'creator', response: { Result: 'text' } },
    MsgClaimKol: { response: { ElysAmount: 'amount', VestedElysAmount: 'amount' } },
    MsgClaimRewardProgram: { response: { EdenAmount: 'amount' } },
  }),
  ...inModule('elys.perpetual', { MsgClose: { signer: 'creator', response: { Amount: 'amount' } } }),
  ...inModule('elys.stablestake', {
    MsgBond: { signer: 'creator', response: {} },
    MsgUnbond: { signer: 'creator', response: {} },
  }),
  ...inModule('cosmos.evm.vm.v1', { MsgEthereumTx: { response: { Hash: 'text', VmError: 'text' } } }),
  ...inModule('intento.intent.v1', {
    MsgSubmitFlow: {
      signer: 'owner',
      coins: 'fee_funds',
      canLackCoins: 'zero',
      spends: 'unlocked',
      gasInTransaction: 36_111,
    },
  }),
])

function inModule(module: string, rules: { [name: string]: MessageRules }): [type: string, rules: MessageRules][] {
  return Object.entries(rules).map(([name, rule]) => [`/${module}.${name}`, rule])
}

export function rulesOf(message: Message): MessageRules {
  return messageRules.get(message['@type']) ?? {}
}

/** The fields in which messages of other types usually name the account that signs them. */
const usualSigners = [
  'from_address',
  'delegator_address',
  'sender',
  'grantee',
  'voter',
  'depositor',
  'signer',
  'owner',
  'proposer',
  'admin',
  'creator',
  'fee_admin',
  'submitter',
  'authority',
]

export function signerField(message: Message): string | undefined {
  return rulesOf(message).signer ?? usualSigners.find(name => typeof message[name] === 'string')
}

/** Returns a name such as `MsgSend`. */
export function messageName(message: Message): string {
  return message['@type'].slice(message['@type'].lastIndexOf('.') + 1)
}

export function messagesIn({ msgs }: Message): Message[] {
  return Array.isArray(msgs) ? msgs.filter(isMessage) : []
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && '@type' in value && typeof value['@type'] === 'string'
}

/** Returns the coins in a field. Null if one has no amount, because a feedback loop sets it later. */
export function coinsIn(value: unknown): Coin[] | null {
  const coins = [value].flat().map(coinOf)
  return coins.every(coin => coin !== null) ? coins : null
}

/** The chain accepts a plus sign and zeros before an amount. */
function coinOf(value: unknown): Coin | null {
  if (typeof value !== 'object' || value === null || !('denom' in value) || !('amount' in value)) return null
  const { denom, amount } = value
  if (typeof denom !== 'string' || denom === '' || typeof amount !== 'string') return null
  const [, digits] = /^\+?(0*\d{1,99})$/.exec(amount) ?? []
  return digits === undefined ? null : { denom, amount: `${BigInt(digits)}` }
}

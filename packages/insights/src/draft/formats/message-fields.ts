import { lookUp } from '@flow-query/core/parts/decode'

const coin = '{denom amount}'
const inRoutes = 'routes{pool_id token_out_denom}'
const outRoutes = 'routes{pool_id token_in_denom}'
const description = 'description{moniker identity website security_contact details}'

/**
 * The fields of the messages that flows usually contain, and of the messages of other chains that this chain knows. `{…}` are the fields
 * of an object or of the objects in a list.
 */
const modules: { readonly [module: string]: { readonly [name: string]: string } } = {
  'cosmos.bank.v1beta1': {
    MsgSend: `from_address to_address amount${coin}`,
    MsgMultiSend: `inputs{address coins${coin}} outputs{address coins${coin}}`,
    SendAuthorization: `spend_limit${coin} allow_list`,
  },
  'cosmos.staking.v1beta1': {
    MsgDelegate: `delegator_address validator_address amount${coin}`,
    MsgUndelegate: `delegator_address validator_address amount${coin}`,
    MsgBeginRedelegate: `delegator_address validator_src_address validator_dst_address amount${coin}`,
    MsgCancelUnbondingDelegation: `delegator_address validator_address amount${coin} creation_height`,
    MsgCreateValidator: `${description} commission{rate max_rate max_change_rate} min_self_delegation delegator_address validator_address pubkey value${coin}`,
    MsgEditValidator: `${description} validator_address commission_rate min_self_delegation`,
  },
  'cosmos.distribution.v1beta1': {
    MsgWithdrawDelegatorReward: 'delegator_address validator_address',
    MsgSetWithdrawAddress: 'delegator_address withdraw_address',
    MsgFundCommunityPool: `amount${coin} depositor`,
    MsgWithdrawValidatorCommission: 'validator_address',
    MsgDepositValidatorRewardsPool: `depositor validator_address amount${coin}`,
  },
  'cosmos.slashing.v1beta1': { MsgUnjail: 'validator_addr' },
  'cosmos.authz.v1beta1': {
    MsgExec: 'grantee msgs',
    MsgGrant: 'granter grantee grant{authorization expiration}',
    MsgRevoke: 'granter grantee msg_type_url',
    GenericAuthorization: 'msg',
  },
  'cosmos.feegrant.v1beta1': {
    MsgGrantAllowance: 'granter grantee allowance',
    MsgRevokeAllowance: 'granter grantee',
  },
  'cosmos.gov.v1': {
    MsgVote: 'proposal_id voter option metadata',
    MsgVoteWeighted: 'proposal_id voter options{option weight} metadata',
    MsgDeposit: `proposal_id depositor amount${coin}`,
    MsgSubmitProposal: `messages initial_deposit${coin} proposer metadata title summary expedited`,
  },
  'cosmos.gov.v1beta1': {
    MsgVote: 'proposal_id voter option',
    MsgVoteWeighted: 'proposal_id voter options{option weight}',
    MsgDeposit: `proposal_id depositor amount${coin}`,
    MsgSubmitProposal: `content initial_deposit${coin} proposer`,
  },
  'cosmos.vesting.v1beta1': {
    MsgCreateVestingAccount: `from_address to_address amount${coin} end_time delayed start_time`,
    MsgCreatePermanentLockedAccount: `from_address to_address amount${coin}`,
    MsgCreatePeriodicVestingAccount: `from_address to_address start_time vesting_periods{length amount${coin}}`,
  },
  'cosmwasm.wasm.v1': {
    MsgExecuteContract: `sender contract msg funds${coin}`,
    MsgInstantiateContract: `sender admin code_id label msg funds${coin}`,
    MsgInstantiateContract2: `sender admin code_id label msg funds${coin} salt fix_msg`,
    MsgMigrateContract: 'sender contract code_id msg',
    MsgUpdateAdmin: 'sender new_admin contract',
    MsgClearAdmin: 'sender contract',
  },
  'ibc.applications.transfer.v1': {
    MsgTransfer: `source_port source_channel token${coin} sender receiver timeout_height{revision_number revision_height} timeout_timestamp memo encoding`,
  },
  'intento.intent.v1': {
    MsgRegisterAccount: 'owner connection_id version',
    MsgSubmitTx: 'owner connection_id msg',
    MsgUpdateFlow:
      'owner id label msgs end_time start_at interval fee_funds configuration connection_id trustless_agent conditions',
  },
  'osmosis.gamm.v1beta1': {
    MsgJoinPool: `sender pool_id share_out_amount token_in_maxs${coin}`,
    MsgExitPool: `sender pool_id share_in_amount token_out_mins${coin}`,
    MsgSwapExactAmountIn: `sender ${inRoutes} token_in${coin} token_out_min_amount`,
    MsgSwapExactAmountOut: `sender ${outRoutes} token_in_max_amount token_out${coin}`,
    MsgJoinSwapExternAmountIn: `sender pool_id token_in${coin} share_out_min_amount`,
    MsgJoinSwapShareAmountOut: 'sender pool_id token_in_denom share_out_amount token_in_max_amount',
    MsgExitSwapExternAmountOut: `sender pool_id token_out${coin} share_in_max_amount`,
    MsgExitSwapShareAmountIn: 'sender pool_id token_out_denom share_in_amount token_out_min_amount',
  },
  'osmosis.poolmanager.v1beta1': {
    MsgSwapExactAmountIn: `sender ${inRoutes} token_in${coin} token_out_min_amount`,
    MsgSwapExactAmountOut: `sender ${outRoutes} token_in_max_amount token_out${coin}`,
  },
  'elys.amm': {
    MsgJoinPool: `sender pool_id max_amounts_in${coin} share_amount_out`,
    MsgExitPool: `sender pool_id min_amounts_out${coin} share_amount_in token_out_denom`,
    MsgSwapExactAmountIn: `sender ${inRoutes} token_in${coin} token_out_min_amount recipient`,
    MsgSwapExactAmountOut: `sender ${outRoutes} token_out${coin} token_in_max_amount recipient`,
    MsgUpFrontSwapExactAmountIn: `sender ${inRoutes} token_in${coin} token_out_min_amount`,
    MsgSwapByDenom: `sender amount${coin} min_amount${coin} max_amount${coin} denom_in denom_out recipient`,
  },
  'elys.commitment': {
    MsgCommitClaimedRewards: 'creator amount denom',
    MsgUncommitTokens: 'creator amount denom',
    MsgVest: 'creator amount denom',
    MsgCancelVest: 'creator amount denom',
    MsgClaimVesting: 'sender',
    MsgVestNow: 'creator amount denom',
    MsgStake: 'creator amount asset validator_address',
    MsgUnstake: 'creator amount asset validator_address',
  },
  'elys.estaking': {
    MsgWithdrawReward: 'delegator_address validator_address',
    MsgWithdrawElysStakingRewards: 'delegator_address',
    MsgWithdrawAllRewards: 'delegator_address',
  },
  'elys.leveragelp': { MsgClaimRewards: 'sender ids' },
  'elys.masterchef': { MsgClaimRewards: 'sender pool_ids' },
  'elys.stablestake': { MsgBond: 'creator amount pool_id', MsgUnbond: 'creator amount pool_id' },
}

/** The fields of an object. `null` if the content of a field isn't known. */
export interface Fields {
  readonly [field: string]: Fields | null | undefined
}

/** Returns the fields of a message in the node's spelling, or undefined for a type that isn't known. */
export function fieldsOfMessage(type: string): Fields | undefined {
  const name = type.slice(type.lastIndexOf('.') + 1)
  const fields = lookUp(lookUp(modules, type.slice(1, -name.length - 1)), name)
  return fields === undefined ? undefined : parseFields(fields)
}

/** Objects are at most two levels deep, such as in `inputs{address coins{denom amount}}`. */
function parseFields(text: string): Fields {
  const fields = text.matchAll(/(\w+)(?:\{((?:[^{}]|\{[^{}]*\})*)\})?/g)
  return Object.fromEntries(
    Array.from(fields, ([, name, inner]) => [name, inner === undefined ? null : parseFields(inner)]),
  )
}

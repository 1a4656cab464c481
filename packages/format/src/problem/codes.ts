import type { AnyMessage } from '@flow-query/core'
import { type ExplainedFlow, innerMessages } from '../flow.js'
import { lookUp } from '../lookup.js'

interface CodeMeaning {
  meaning: string
  fix?: string
  change?: string
}

type Sender = Pick<ExplainedFlow, 'msgs'> & Partial<Pick<ExplainedFlow, 'selfHostedIca' | 'trustlessAgent'>>

export function describeCode(code: number | string | null, flow: Sender): string {
  const meanings = meaningsOf(String(code), flow).map(({ meaning }) => `“${meaning}”`)
  return `error code ${code}${meanings.length > 0 ? `, which usually means ${meanings.join(' or ')}` : ''}`
}

/**
 * Returns what a code means for the messages of a flow. Each module defines its own codes, so the same code of two messages can have two
 * meanings.
 */
export function meaningsOf(code: string, flow: Sender): CodeMeaning[] {
  const meanings = flow.msgs
    .flatMap(message => {
      const inner = innerMessages(message) ?? []
      return [meaningFor(message, code, flow), ...inner.map(one => meaningFor(one, code, flow, true))]
    })
    .filter(meaning => meaning !== undefined)
  return meanings.filter((one, index) => meanings.findIndex(({ meaning }) => meaning === one.meaning) === index)
}

function meaningFor(message: AnyMessage, code: string, flow: Sender, isInner = false): CodeMeaning | undefined {
  const [, module = '', name = ''] = /^\/(.+)\.(\w+)$/.exec(message['@type']) ?? []
  const own = lookUp(moduleCodes, module)?.find(([messages, codes]) => messages.test(name) && lookUp(codes, code))
  const known = own && lookUp(own[1], code)
  if (known === noGrant) return { ...noGrant, fix: `Grant ${accountOf(flow)} ${noGrant.fix}` }
  if (known) return known
  // Only the inner messages of a MsgExec use the common errors, and IBC only checks the sender of the MsgExec.
  if (innerMessages(message)?.length || (isInner && code === '2')) return undefined
  return lookUp(moduleCodes, module) ? commonMeaning(code, flow) : undefined
}

/** The errors that all modules of the Cosmos SDK and of IBC use. */
function commonMeaning(code: string, flow: Sender): CodeMeaning | undefined {
  switch (code) {
    case '2':
    case '4':
      return unauthorized(flow)
    case '5':
      return {
        meaning: 'insufficient funds',
        fix: `Fund ${flow.selfHostedIca ? 'the interchain account' : 'the sending account there'}`,
        change: 'lower the amount',
      }
    case '7':
      return { meaning: 'invalid address', change: 'Correct the addresses in the message' }
    case '10':
      return { meaning: 'invalid coins', change: 'Correct the amounts, and sort the coins by denom' }
    case '11':
      return { meaning: 'out of gas', change: 'Send fewer messages in one run' }
    case '18':
      return { meaning: 'invalid request' }
    case '38':
      return { meaning: 'not found' }
    default:
      return undefined
  }
}

/** The other chain may also refuse the recipient, or all messages of this type. */
function unauthorized(flow: Sender): CodeMeaning {
  const isSentByAccount = flow.msgs.every(message => Object.values(message).includes('ICA_ADDR'))
  return {
    meaning: 'unauthorized',
    ...(!isSentByAccount && { change: `Make ${accountOf(flow)} the sender of each message` }),
  }
}

function accountOf({ trustlessAgent }: Sender): string {
  return trustlessAgent ? 'the agent’s account' : 'the interchain account'
}

type Codes = Readonly<Record<string, CodeMeaning>>
type CodesOfMessages = readonly [messages: RegExp, codes: Codes]

const existingValidator = { change: 'Name an existing validator of the other chain' }
const noValidator: CodeMeaning = { meaning: 'validator does not exist', ...existingValidator }
const noDelegation = {
  fix: 'Delegate to the validator first',
  change: 'name the validator of an existing delegation',
}
/** The advice starts with the account that needs the permission. */
const noGrant = {
  meaning: 'authorization not found',
  fix: 'an authorization (authz) for this kind of message on the other chain',
}
const noProposal = { change: 'Name a proposal that is open' }

const ofPools: readonly CodesOfMessages[] = [
  [
    /^Msg.*Swap|^Msg(Join|Exit)/,
    {
      6: { meaning: 'calculated amount is larger than max amount', change: 'Raise the maximum amount in the message' },
      7: { meaning: 'calculated amount is lesser than min amount', change: 'Lower the minimum amount in the message' },
      8: { meaning: 'invalid calculated result', change: 'Change the amount' },
      11: { meaning: 'denom does not exist in pool', change: 'Name a pool that has the denoms' },
      21: { meaning: 'routes not defined', change: 'Add the pool to the routes' },
      29: { meaning: 'min out amount or max in amount should be positive', change: 'Use a limit above 0' },
      31: { meaning: 'tx is trying to get more tokens out of the pool than exist', change: 'Lower the amount' },
      91: { meaning: 'invalid pool id', change: 'Name an existing pool' },
      102: { meaning: 'pool not found', change: 'Name an existing pool' },
    },
  ],
]

const ofProposals: readonly CodesOfMessages[] = [
  [
    /^Msg(Vote|Deposit)/,
    {
      2: { meaning: 'unknown proposal', ...noProposal },
      3: { meaning: 'inactive proposal', ...noProposal },
      7: { meaning: 'invalid vote option', change: 'Correct the option' },
      16: { meaning: 'minimum deposit is too small', change: 'Raise the deposit' },
      23: { meaning: 'invalid deposit denom', change: 'Use a denom that the other chain accepts as a deposit' },
    },
  ],
]

/**
 * The codes with which messages of flows fail, by module. A module with an empty list only uses the common codes. The codes of
 * modules that aren't listed are unknown.
 */
const moduleCodes: Readonly<Record<string, readonly CodesOfMessages[]>> = {
  'cosmos.bank.v1beta1': [],
  'cosmos.vesting.v1beta1': [],
  'cosmos.feegrant.v1beta1': [],
  'cosmos.staking.v1beta1': [
    [
      /^MsgBeginRedelegate$/,
      {
        29: { meaning: 'cannot redelegate to the same validator', change: 'Name another validator as the destination' },
        30: { meaning: 'too few tokens to redelegate', change: 'Raise the amount' },
        31: { meaning: 'redelegation destination validator not found', ...existingValidator },
        32: {
          meaning: 'redelegation to this validator already in progress',
          change: 'Redelegate from another validator',
        },
        33: { meaning: 'too many redelegation entries', change: 'Redelegate less often' },
      },
    ],
    [/^MsgUndelegate$/, { 27: { meaning: 'too many unbonding delegation entries', change: 'Unbond less often' } }],
    [
      /^Msg(Undelegate|BeginRedelegate)$/,
      {
        18: { meaning: 'invalid shares amount', fix: 'Delegate more to the validator', change: 'lower the amount' },
        19: { meaning: 'no delegation for (address, validator) tuple', ...noDelegation },
        21: { meaning: 'delegator does not contain delegation', ...noDelegation },
        22: { meaning: 'insufficient delegation shares', change: 'Lower the amount' },
        24: { meaning: 'not enough delegation shares', change: 'Lower the amount' },
      },
    ],
    [/^MsgCancelUnbondingDelegation$/, { 26: { meaning: 'no unbonding delegation found' } }],
    [
      /./,
      {
        3: noValidator,
        7: { meaning: 'validator for this address is currently jailed', change: 'Name another validator' },
        34: {
          meaning: 'cannot delegate to validators with invalid (zero) ex-rate',
          change: 'Name another validator',
        },
      },
    ],
  ],
  'cosmos.distribution.v1beta1': [
    [
      /^MsgWithdrawDelegatorReward$/,
      {
        5: { meaning: 'no delegation distribution info', ...noDelegation },
        6: { meaning: 'no validator distribution info', ...existingValidator },
        12: noValidator,
        13: { meaning: 'delegation does not exist', ...noDelegation },
      },
    ],
    [/^MsgWithdrawValidatorCommission$/, { 7: { meaning: 'no validator commission to withdraw' } }],
    [/^MsgSetWithdrawAddress$/, { 8: { meaning: 'set withdraw address disabled' } }],
  ],
  'cosmos.authz.v1beta1': [
    [
      /^MsgExec$/,
      {
        2: noGrant,
        6: { meaning: 'authorization expired', fix: 'Renew the grant on the other chain' },
        9: { meaning: 'authorization can be given to msg with only one signer' },
      },
    ],
    [
      /^MsgGrant$/,
      {
        3: {
          meaning: 'expiration time of authorization should be more than current time',
          change: 'Use an expiration after the last run',
        },
        7: { meaning: 'grantee and granter should be different', change: 'Name another grantee' },
      },
    ],
    [
      /^MsgRevoke$/,
      { 2: { meaning: 'authorization not found', change: 'Remove the message or correct its addresses' } },
    ],
  ],
  'cosmos.gov.v1': ofProposals,
  'cosmos.gov.v1beta1': ofProposals,
  'ibc.applications.transfer.v1': [
    [
      /^MsgTransfer$/,
      {
        3: { meaning: 'channel not found', change: 'Name an existing channel of the other chain' },
        6: { meaning: 'denomination trace not found', change: 'Correct the denom' },
        7: { meaning: 'fungible token transfers from this chain are disabled' },
        14: { meaning: 'packet timeout', change: 'Use a timeout after the last run' },
        26: { meaning: 'invalid packet timeout', change: 'Set a timeout' },
        29: { meaning: 'client state is not active' },
        40: { meaning: 'timeout elapsed', change: 'Use a timeout after the last run' },
      },
    ],
  ],
  'cosmwasm.wasm.v1': [
    [
      /^MsgExecuteContract$/,
      {
        5: {
          meaning: 'execute wasm contract failed',
          fix: 'Look up the transaction on the other chain, because the contract says why there',
        },
        6: { meaning: 'insufficient gas' },
        22: { meaning: 'no such contract', change: 'Name an existing contract' },
      },
    ],
    [
      /^MsgInstantiateContract2?$/,
      {
        4: { meaning: 'instantiate wasm contract failed' },
        28: { meaning: 'no such code', change: 'Name an existing code ID' },
      },
    ],
  ],
  'osmosis.gamm.v1beta1': ofPools,
  'elys.amm': ofPools,
}

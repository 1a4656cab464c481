import { excludesRecipient, grantedType, isGrantValid } from '@flow-query/rules'
import { timeToNs } from '../blocks/time.js'
import { MessageError } from '../message-error.js'
import type { AccountsState, AnyMessage, Coin } from '../state.js'
import { coinsOf } from './coins.js'
import type { Ledger, LedgerBlock } from './ledger.js'
import { signerOf } from './signer.js'

type Grant = AccountsState['grants'][number]

export function grant({ ledger, block }: LedgerBlock, { granter, grantee, grant }: AnyMessage): MessageError | null {
  const { authorization, expiration = null } = grant as Pick<Grant, 'authorization' | 'expiration'>
  const added = { granter: String(granter), grantee: String(grantee), authorization, expiration }
  if (expiration !== null && timeToNs(expiration) <= block.at)
    return new MessageError('expiration must be after the current block time', 'x/authz/authorization_grant.go:20')
  ledger.changeGrant(grantOf(ledger, added.granter, added.grantee, grantedType(authorization)), added, block.height)
  return null
}

export function revoke({ ledger, block }: LedgerBlock, message: AnyMessage): MessageError | null {
  const granter = String(message.granter)
  const revoked = grantOf(ledger, granter, String(message.grantee), String(message.msg_type_url))
  if (revoked) ledger.changeGrant(revoked, null, block.height)
  else if (ledger.isKnown(granter))
    return new MessageError('failed to delete grant: authorization not found', 'x/authz/keeper/keeper.go:214')
  return null
}

export function useGrant(
  { ledger, block: { height, at } }: LedgerBlock,
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
  const to = String(message.to_address)
  if (excludesRecipient(grant.authorization, to))
    return new MessageError(`cannot send to ${to} address: unauthorized`, 'x/bank/types/send_authorization.go:55')
  const changed = { ...grant, authorization: { ...grant.authorization, spend_limit: left } }
  ledger.changeGrant(grant, left.length > 0 ? changed : null, height)
  return null
}

function grantOf({ accounts }: Ledger, granter: string, grantee: string, type: string | undefined): Grant | undefined {
  return accounts.grants.find(
    other => other.granter === granter && other.grantee === grantee && grantedType(other.authorization) === type,
  )
}

export function isValidAt({ expiration }: Grant, at: bigint): boolean {
  return expiration === null || isGrantValid(timeToNs(expiration), at)
}

function without(limit: readonly Coin[], coins: readonly Coin[]): Coin[] | null {
  const left = new Map(limit.map(({ denom, amount }) => [denom, BigInt(amount)]))
  for (const { denom, amount } of coins) left.set(denom, (left.get(denom) ?? 0n) - BigInt(amount))
  const rest = Array.from(left, ([denom, amount]) => ({ denom, amount }))
  if (rest.some(({ amount }) => amount < 0n)) return null
  return rest.flatMap(({ denom, amount }) => (amount > 0n ? { denom, amount: String(amount) } : []))
}

import { rulesOf } from './messages.js'
import type { Message } from './types.js'

/**
 * Returns the chain's error for a message that can never succeed on this chain, whatever accounts and validators there are. It doesn't
 * check coins or signers.
 */
export function messageError(message: Message): string | undefined {
  const { recipient } = rulesOf(message)
  const address = recipient && message[recipient.field]
  if (recipient && typeof address === 'string' && isBlocked(address)) return `${address} ${recipient.refusal}`
  const { validator_src_address: source, validator_dst_address: destination } = message
  return isRedelegation(message) && source === destination ? 'cannot redelegate to the same validator' : undefined
}

function isRedelegation(message: Message): boolean {
  return message['@type'] === '/cosmos.staking.v1beta1.MsgBeginRedelegate'
}

const ownPrefix = 'into1'
const checksumLength = 6

function isBlocked(address: string): boolean {
  if (!address.startsWith(ownPrefix)) return false
  return blockedAccounts.has(address.slice(ownPrefix.length, -checksumLength))
}

/**
 * The accounts of modules that refuse coins of users, without the prefix and the checksum of their addresses. Those of gov, distribution,
 * claim and alloc's supplement pool accept coins.
 */
const moduleAccounts = {
  fee_collector: '7xpfvakm2amg962yls6f84z3kell8c5l',
  mint: 'm3h30wlvsf8llruxtpukdvsy0km2kum8',
  bonded_tokens_pool: 'fl48vsnmsdzcv85q5d2q4z5ajdha8yu3',
  not_bonded_tokens_pool: 'tygms3xhhs3yv487phx3dw4a95jn7t7l',
  transfer: 'yl6hdjhmkf37639730gffanpzndzdpmh',
  interchainaccounts: 'vlthgax23ca9syk7xgaz347xmf4nunef',
  feeibc: '76rcyfn5k9d0wcxel3kmwvxh0hy3xcwe',
  cons_redistribute: 'x69dz0c0emw8m2c6kp5v6c08kgjxmu30',
  cons_to_send_to_provider: 'ywtansy6ss0jtq8ckrcv6jzkps8yh8mf',
  alloc: 'hnfmrp9k0lmepmt0rsktkjj4aqh3w40m',
  fairburn_pool: 'xqdnvekf2654h9zxg0u3566nt2jhxu0z',
  intent: '9q4uhsls5d9g5jkx7qxzwm70vm8nw4ar',
  interchainquery: 'lqnk7sldxed4u4pf90cqvk4mkt08dtp7',
  wasm: 'xds4f0m87ajl3a6az6s2enhxrd0wta48',
}
const blockedAccounts: ReadonlySet<string> = new Set(Object.values(moduleAccounts))

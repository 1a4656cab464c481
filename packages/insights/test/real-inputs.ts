import { readdirSync, readFileSync } from 'node:fs'
import { type AnyMessage, createFlowClient, type FlowClient } from '@flow-query/core'
import { toBech32 } from '@flow-query/core/parts/decode'
import { createClock, createLcd, type Lcd, state } from '@flow-query/testing'
import { network } from '../../core/test/client.js'
import { parseAddress } from '../src/draft/address.js'
import { messagesOf } from '../src/draft/check/messages.js'
import type { FlowDraft } from '../src/draft/index.js'
import { signerOf } from '../src/forecast/messages.js'

/** A text that people paste. The README of `real-inputs` explains the fields. */
export interface RealInput {
  name: string
  means: string
  input: string
  owner: string
  host: Host | undefined
  says: {
    error?: string
    messages?: string[]
    seconds?: { duration: number; interval: number }
    isAccepted?: boolean
    canWork?: boolean
    mistakes?: string[]
    changedByPortal?: string[]
  }
}

/** Another chain, and the account there that executes the messages. */
interface Host {
  agent?: string
  account: string
  connection: string
  prefix: string
}

const folder = new URL('real-inputs/', import.meta.url)
const files = readdirSync(folder).filter(file => file.endsWith('.json'))
const defaults = { owner: 'into1wdplq6qjh2xruc7qqagma9ya665q6qhcpse4k6', host: undefined }

export const realInputs: RealInput[] = files.flatMap(file =>
  (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as RealInput[]).map(input => ({ ...defaults, ...input })),
)

export interface Chains {
  client: FlowClient
  lcd: Lcd
}

/** A node where the owner has 1,000 INTO, and another chain where the accounts have enough coins and permissions for the draft. */
export function chainsFor({ owner, host }: RealInput, draft: FlowDraft): Chains {
  const { now } = createClock(Date.parse('2026-11-24T12:00:00Z'))
  const trustlessAgents = host?.agent ? [agentOf(host.agent, host)] : []
  const lcd = createLcd({ clock: now, state: state({ trustlessAgents }, now()) })
  lcd.deposit(owner, { denom: 'uinto', amount: '1000000000' })
  for (const { message } of messagesOf(draft)) delegate(lcd, owner, message)
  const fetches = { 'https://lcd.test': lcd.fetch }
  if (!host) return { lcd, client: createFlowClient({ lcd: 'https://lcd.test', retries: 0, fetch: network(fetches) }) }

  const there = createLcd({ clock: now, state: state({}, now()) })
  lcd.accounts.channels[host.connection] = [channelOf(host.agent ?? owner, host.account)]
  fund(there, draft, host.account)
  const client = createFlowClient({
    lcd: 'https://lcd.test',
    chains: { [host.connection]: { lcd: 'https://other.test' } },
    retries: 0,
    fetch: network({ ...fetches, 'https://other.test': withPrefix(there.fetch, host.prefix) }),
  })
  return { lcd, client }
}

function agentOf(agentAddress: string, { connection: connectionId }: Host) {
  const icaConfig = { portId: `icacontroller-${agentAddress}`, connectionId }
  return { agentAddress, icaConfig, feeConfig: { feeAdmin: agentAddress, feeCoinsSupported: [] } }
}

function channelOf(owner: string, account: string) {
  return {
    port_id: `icacontroller-${owner}`,
    channel_id: 'channel-0',
    state: 'STATE_OPEN',
    ordering: 'ORDER_UNORDERED',
    version: JSON.stringify({ address: account }),
  }
}

function fund({ accounts, deposit }: Lcd, draft: FlowDraft, account: string): void {
  const denoms = Array.from(new Set(JSON.stringify(draft.msgs).match(/(?<="denom":")[^"]+/g)))
  const grantee = withOwnPrefix(account)
  const spenders = messagesOf(draft).map(({ message }) => ({
    message,
    granter: withOwnPrefix(signerOf(message) ?? ''),
  }))
  for (const { message, granter } of spenders) {
    delegate({ accounts }, granter, message)
    const authorization = { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: message['@type'] }
    accounts.grants.push({ granter, grantee, authorization, expiration: '2030-01-01T00:00:00Z' })
  }
  for (const address of new Set([grantee, ...spenders.map(({ granter }) => granter)]))
    deposit(address, ...denoms.map(denom => ({ denom, amount: '1000000000000' })))
}

function delegate({ accounts }: Pick<Lcd, 'accounts'>, delegator: string, { validator_address }: AnyMessage): void {
  if (typeof validator_address !== 'string') return
  const validator = withOwnPrefix(validator_address)
  accounts.delegations[delegator] = { ...accounts.delegations[delegator], [validator]: '1000000000000' }
}

/** The in-memory node only knows addresses of this chain, so the addresses of the other chain are converted. */
function withPrefix(fetch: typeof globalThis.fetch, prefix: string): typeof globalThis.fetch {
  return async (url, init) => {
    const answer = await fetch(withOwnPrefix(String(url)), init)
    const { status, headers } = answer
    return new Response(inPrefix(await answer.text(), prefix), { status, headers })
  }
}

const withOwnPrefix = (text: string) => inPrefix(text, 'into')

function inPrefix(text: string, prefix: string): string {
  return text.replace(/\b[a-z]+1[a-z\d]{38,58}\b/g, address => {
    const { prefix: current = '', account } = parseAddress(address) ?? {}
    const kind = current.endsWith('valoper') ? 'valoper' : ''
    return account === undefined ? address : toBech32(prefix + kind, account)
  })
}

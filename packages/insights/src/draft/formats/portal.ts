import { type Body, invalidField, isRecord, isTooDeep, lookUp, mapAll, parseJson } from '@flow-query/core/parts/decode'
import type { FlowDraft } from '../draft.js'
import { withKnownTexts } from '../placeholders.js'
import { invalidDraft } from './invalid-draft.js'
import { fromLibrary } from './library-values.js'
import { isOfContract, rejectAmbiguousNames } from './names.js'
import { snakeCase } from './node-format.js'

/*
 * A model of the Intento Portal: which flow it signs if it opens a `FlowInput`. `parseDraft` reads a `FlowInput` with this model, and
 * `portalLink` compares its result with the draft.
 *
 * - `/submit` signs on Intento if the first coin of the agent's fee limit is `uinto`. For other flows, it has no button that connects a
 *   wallet of Intento.
 * - `/build` is an editor. It replaces the senders of messages by the owner, or by the connected wallet if the link selects a chain. Its
 *   dialog ignores the schedule, the fee funds and the agent of the `FlowInput`. The owner enters the schedule and the fee funds, and the
 *   agent depends on the chain.
 *
 * On both pages:
 * - Times are in milliseconds, and a negative one is 0. A start below 10^9 is a delay from now. A missing or empty duration is a day,
 *   and a missing or empty interval is an hour.
 * - `feeFunds` is one coin. A list of coins is ignored, like an amount that isn't above 0.
 * - `connectionId` isn't signed on Intento if there is an agent, whose connection is used.
 * - The response in the configuration of a query is empty, because JSON can't contain its bytes.
 * - The fields of a message must have camelCase names, unless the flow is sent from another chain.
 * - `icaAddressForAuthZ` is the grantee of a `MsgExec` around each message.
 * - In messages, amounts are multiplied by a million if their denom doesn't start with `u` or `ibc/`. A denom such as `ATOM` becomes
 *   `uatom`. Both also happen in messages of contracts. The editor converts amounts a second time.
 * - Texts in messages are replaced, see `placeholders.ts`. A field whose name contains `address` must be an address afterwards.
 */

export type PortalPage = 'submit' | 'build'

export interface PortalTarget {
  page: PortalPage
  /** The ID of the chain that a link selects. */
  chain?: string | undefined
}

const hour = 3_600_000

/** The schedule that the dialog of `/build` proposes: a week and a quarter of an hour. */
const dialogDuration = 7 * 24 * hour + hour / 4
const dialogInterval = 24 * hour

/** The fields that the owner enters in the dialog of `/build`. */
export const enteredFields: readonly (keyof FlowDraft)[] = ['label', 'duration', 'interval', 'startAt', 'feeFunds']

/** The page that can sign a draft on Intento. */
export function pageFor({ trustlessAgent }: Pick<FlowDraft, 'trustlessAgent'>): PortalPage {
  return trustlessAgent?.feeLimit[0]?.denom === 'uinto' ? 'submit' : 'build'
}

const inputFields: readonly string[] = [
  'label',
  'msgs',
  'duration',
  'interval',
  'startTime',
  'feeFunds',
  'configuration',
  'conditions',
  'trustlessAgent',
  'icaAddressForAuthZ',
  'connectionId',
  'hostConnectionId',
  'email',
  'alertType',
  'chainId',
]

/** Returns the flow that the portal would sign for a `FlowInput`, in the node's format. */
export function flowSignedByPortal(input: Body, owner: string, { page, chain }: PortalTarget): Body {
  const agent = isRecord(input.trustlessAgent) ? input.trustlessAgent : undefined
  const feeLimit = listOf(agent?.feeLimit)
  const isSignedOnIntento = page === 'build' || (isRecord(feeLimit[0]) && feeLimit[0].denom === 'uinto')
  const flow = {
    label: input.label,
    msgs: mapAll('msgs', input.msgs, text => {
      const message = messageIn(text)
      if (isSignedOnIntento) rejectNodeNames(message, '')
      const sender = chain ? 'Your address' : 'Your Intento address'
      const opened = page === 'build' ? inBaseDenoms(sentBy(sender, message)) : withCoinOfChain(message, chain)
      const signed = withKnownTexts(inNodeNames(opened), owner)
      const grantee = page === 'submit' ? input.icaAddressForAuthZ : ''
      return grantee ? { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee, msgs: [signed] } : signed
    }),
    duration: seconds(input.duration || 24 * hour),
    interval: seconds(input.interval || hour),
    startAt: startAt(input.startTime),
    feeFunds: [input.feeFunds].filter(coin => isRecord(coin) && Number(coin.amount) > 0),
    configuration: input.configuration ?? { walletFallback: true },
    connectionId: agent?.agentAddress ? '' : input.connectionId,
    trustlessAgent: agent ? { ...agent, feeLimit } : input.trustlessAgent,
    conditions: withoutResponses(input.conditions),
  }
  const unknown = Object.keys(input).find(name => !inputFields.includes(name))
  if (unknown !== undefined) throw invalidDraft(`\`${unknown}\` is not a field of a FlowInput`)
  return fromLibrary(page === 'build' ? { ...flow, ...fromDialog(flow.label) } : flow)
}

function fromDialog(label: unknown): Body {
  return {
    label: label || 'My Flow',
    duration: seconds(dialogDuration),
    interval: seconds(dialogInterval),
    startAt: '0',
    feeFunds: [],
  }
}

function messageIn(text: unknown): Body {
  const value = typeof text === 'string' ? parseJson(text) : text
  if (!isRecord(value) || isTooDeep(value)) return invalidField('', 'is not a message as JSON')
  rejectAmbiguousNames(value)
  return value
}

/** The portal drops fields with a name such as `to_address` when it encodes a message. */
function rejectNodeNames(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name
    if (/_[a-z]/.test(name)) invalidField(at, `is written as \`${name}\`, which the portal drops`)
    if (!isOfContract(name, part)) rejectNodeNames(part, at)
  }
}

/** The coins of other chains in the portal's list. */
const coinsOfChains: { readonly [chain: string]: string | undefined } = {
  'cosmoshub-4': 'uatom',
  provider: 'uatom',
  'osmosis-1': 'uosmo',
  'osmo-test-5': 'uosmo',
  'elys-1': 'uelys',
  'elysicstestnet-1': 'uelys',
}

/** If a link selects another chain, `/submit` replaces `uinto` in all texts of messages by the coin of this chain. */
function withCoinOfChain(message: Body, chain = ''): Body {
  const coin = lookUp(coinsOfChains, chain)
  return coin ? JSON.parse(JSON.stringify(message).replaceAll('uinto', coin)) : message
}

const senderFields = ['sender', 'owner', 'fromAddress', 'from_address', 'from', 'signer', 'delegatorAddress']

function sentBy(sender: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => sentBy(sender, item))
  if (!isRecord(value)) return value
  const fields = Object.entries(value).map(([name, part]) => {
    const isSender = senderFields.includes(name) && typeof part === 'string' && part !== ''
    return [name, isSender ? sender : sentBy(sender, part)] as const
  })
  return Object.fromEntries(fields)
}

function inNodeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inNodeNames)
  if (!isRecord(value)) return value
  const { typeUrl, value: content } = value
  const { $typeUrl: _, ...named } = typeUrl && isRecord(content) ? content : value
  const fields = Object.entries(named).map(([name, part]) => {
    return [snakeCase(name), isOfContract(name, part) ? inBaseDenoms(part) : inNodeNames(part)] as const
  })
  return inBaseDenom({ ...(typeUrl !== undefined && { '@type': typeUrl }), ...Object.fromEntries(fields) })
}

function inBaseDenoms(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inBaseDenoms)
  if (!isRecord(value)) return value
  return inBaseDenom(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inBaseDenoms(part)])))
}

function inBaseDenom(fields: Body): Body {
  const { denom, amount } = fields
  if (typeof denom !== 'string' || /^(u|ibc\/)/.test(denom)) return fields
  const units = typeof amount === 'string' ? Number.parseFloat(amount) : Number.NaN
  return {
    ...fields,
    denom: denom === denom.toUpperCase() ? `u${denom.toLowerCase()}` : denom,
    ...(!Number.isNaN(units) && { amount: `${Math.floor(units * 1_000_000)}` }),
  }
}

function startAt(startTime: unknown): unknown {
  if (typeof startTime !== 'number') return startTime
  const milliseconds = startTime > 0 && startTime < 1e9 ? Date.now() + startTime : Math.max(0, startTime)
  return `${Math.floor(milliseconds / 1_000)}`
}

function seconds(milliseconds: unknown): unknown {
  return typeof milliseconds === 'number' ? `${Math.max(0, milliseconds) / 1_000}s` : milliseconds
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value ? [value] : []
}

function withoutResponses(conditions: unknown): unknown {
  if (!isRecord(conditions)) return conditions
  const withoutResponse = (input: unknown) =>
    isRecord(input) && isRecord(input.icqConfig) ? { ...input, icqConfig: { ...input.icqConfig, response: '' } } : input
  const lists = ['comparisons', 'feedbackLoops'].flatMap(list => {
    const inputs = conditions[list]
    return Array.isArray(inputs) ? [[list, inputs.map(withoutResponse)]] : []
  })
  return { ...conditions, ...Object.fromEntries(lists) }
}

/** Returns the fields that `flowSignedByPortal` keeps, but that the portal changes or can’t sign. */
export function fieldsChangedByPage(draft: FlowDraft, messages: readonly unknown[]): (keyof FlowDraft)[] {
  const changed: (keyof FlowDraft)[] = messages.every(isEncodable) && !messages.some(hasInvalidAddress) ? [] : ['msgs']
  if (pageFor(draft) === 'submit') return changed
  if (draft.connectionId) changed.push('connectionId')
  if (draft.trustlessAgent) changed.push('trustlessAgent')
  return changed
}

const placeholder = /^Your (.+ )?address$/

function hasInvalidAddress(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, part]) =>
    typeof part === 'string'
      ? /address/i.test(name) && !placeholder.test(part) && (part.length <= 30 || !part.slice(0, 15).includes('1'))
      : hasInvalidAddress(part),
  )
}

/** Only a `MsgExec` can contain messages, and only a `MsgExecuteContract` a message of a contract. Constants must be numbers. */
function isEncodable(message: unknown): boolean {
  if (!isRecord(message) || !isRecord(message.value)) return false
  const { msg, msgs, ...others } = message.value
  if (message.typeUrl === '/cosmos.authz.v1beta1.MsgExec' && Array.isArray(msgs)) return msgs.every(isEncodable)
  const takesMessage = message.typeUrl === '/cosmwasm.wasm.v1.MsgExecuteContract' ? isRecord(msg) : msg === undefined
  const isPlain = !/"typeUrl":|"(?!ICA_ADDR")[A-Z]+(_[A-Z]+)+"/.test(JSON.stringify(others))
  return takesMessage && msgs === undefined && isPlain
}

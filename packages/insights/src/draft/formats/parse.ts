import type { TrustlessAgentConfig } from '@flow-query/core'
import {
  agentConfig,
  type Body,
  BodyProblem,
  child,
  childOrDefaults,
  childOrNull,
  coins,
  conditions,
  configuration,
  invalidField,
  isRecord,
  isTooDeep,
  messages,
  parseExactJson,
  record,
  requiredList,
  string,
  uint64,
} from '@flow-query/core/parts/decode'
import { namedFlowIds } from '../check/conditions.js'
import type { FlowDraft } from '../draft.js'
import { invalidDraft } from './invalid-draft.js'
import { base64, fromLibrary } from './library-values.js'
import { flowInLink } from './link.js'
import { rejectAmbiguousNames } from './names.js'
import { camelCase } from './node-format.js'
import {
  createsFlow,
  explainText,
  flowInMemo,
  flowOfMemo,
  fromAmino,
  isAmino,
  registerAndSubmitFlow,
  rejectExistingFlow,
  rejectOtherInput,
  typeOf,
} from './other-tools.js'
import { flowSignedByPortal, type PortalTarget } from './portal.js'

export interface ParseDraftOptions {
  /** The owner to use if the draft has none. It replaces the portal's placeholder `Your Intento address`. */
  owner?: string | undefined
}

/**
 * Reads a draft from an object or a text:
 * - a `MsgSubmitFlow` or `MsgRegisterAccountAndSubmitFlow` as JSON that a node accepts, in Amino's JSON or as an object of the official
 *   library, alone or in a transaction
 * - a {@link FlowDraft}
 * - a transfer to this chain whose memo creates a flow, or only this memo
 * - a `FlowInput` of the Intento Portal, or a link to the portal. The draft is the flow that the portal would sign. Placeholders for the
 *   owner and for denoms are replaced, and those for other addresses stay
 *
 * It rejects input that other programs could read differently, such as a link with two flows, two names of one field, or a field that a
 * message doesn't have. Pass the draft to `checkFlow` to find out whether the flow would work.
 *
 * @example
 * const draft = parseDraft(await readFile('draft.json', 'utf8'))
 *
 * @throws {FlowQueryError} with kind `argument` if the input isn't a draft. The message names the field, such as `fee_funds[0].amount`,
 * or says what the input is and what to use instead.
 */
export function parseDraft(input: unknown, { owner = '' }: ParseDraftOptions = {}): FlowDraft {
  const { value, target } = typeof input === 'string' ? parseText(input) : { value: jsonOf(input), target: undefined }
  if (isTooDeep(value)) throw invalidDraft('The draft has too many levels')
  try {
    rejectOtherInput(value)
    return draftIn(record(value), owner, target)
  } catch (error) {
    if (!(error instanceof BodyProblem)) throw error
    const isNodeJson = ['@type', 'tx', 'body', 'messages', 'flow'].some(name => isRecord(value) && name in value)
    const field = isNodeJson ? error.path : camelCase(error.path)
    throw invalidDraft(field ? `\`${field}\` ${error.problem}` : `The draft ${error.problem}`)
  }
}

function parseText(given: string): { value: unknown; target?: PortalTarget } {
  // A file can start with a byte order mark, which `trim` removes.
  const text = given.trim()
  const linked = flowInLink(text)
  if (linked) return { value: linked.json, target: { ...linked, page: linked.page === 'build' ? 'build' : 'submit' } }
  const value = parseExactJson(text)
  if (value === undefined) throw invalidDraft(explainText(text))
  return { value }
}

/** Removes what JSON can't contain, and rejects objects that contain themselves. The official library uses bigints and bytes. */
function jsonOf(input: unknown): unknown {
  const asJson = (_: string, value: unknown) => {
    if (typeof value === 'bigint') return `${value}`
    return value instanceof Uint8Array ? base64(value) : value
  }
  try {
    return JSON.parse(JSON.stringify(input, asJson))
  } catch {
    throw invalidDraft('The draft can’t be written as JSON')
  }
}

/** The fields in which a transaction, a list of messages or a flow can contain the messages of the flow. */
const containers = ['tx', 'body', 'messages', 'msgs', 'flow']

/** The other fields of a transaction, of a signed document, and of a proposal with messages. */
const fieldsBeside: readonly string[] = [
  'authInfo',
  'signatures',
  'txResponse',
  'txBytes',
  'mode',
  'memo',
  'timeoutHeight',
  'timeoutTimestamp',
  'unordered',
  'extensionOptions',
  'nonCriticalExtensionOptions',
  'chainId',
  'accountNumber',
  'sequence',
  'fee',
  'metadata',
  'deposit',
  'title',
  'summary',
  'expedited',
  'proposer',
]

function draftIn(body: Body, owner: string, target?: PortalTarget): FlowDraft {
  const [container, other] = containers.filter(name => name in body)
  if (container && other) invalidField(container, `and \`${other}\` can both contain the flow`)
  if (container && container !== 'msgs') rejectFieldsBeside(container, body)
  for (const name of ['tx', 'body'])
    if (isRecord(body[name])) return child(body[name], name, inner => draftIn(inner, owner))
  if ('messages' in body) return onlyDraftIn(body, owner, 'messages')
  const { msgs } = body
  if (isAmino(body) || (Array.isArray(msgs) && msgs.some(isAmino) && 'chain_id' in body)) {
    if (!isAmino(body)) rejectFieldsBeside('msgs', body)
    const { msgs = [body] } = body
    return onlyDraftIn({ msgs: fromAmino(msgs) }, owner, 'msgs')
  }
  rejectExistingFlow(body)
  rejectAmbiguousNames(body)
  if (isRecord(body.flow)) return child(body.flow, 'flow', memo => draftOfMemo(memo, owner))
  const memo = flowInMemo(body)
  if (memo) return draftOfMemo(memo, owner)
  if ('typeUrl' in body)
    return child(body.value, 'value', value => draftOf(withoutAccount(fromLibrary(value), typeOf(body)), owner))
  return draftOf(
    isFlowInput(body)
      ? flowSignedByPortal(body, owner, target ?? { page: 'submit' })
      : withoutAccount(fromLibrary(body), typeOf(body)),
    owner,
  )
}

function rejectFieldsBeside(container: string, body: Body): void {
  const unknown = Object.keys(body).find(name => name !== container && !fieldsBeside.includes(camelCase(name)))
  if (unknown !== undefined) invalidField(unknown, `is not a known field next to \`${container}\``)
}

function onlyDraftIn(body: Body, owner: string, field: string): FlowDraft {
  const drafts = requiredList(body[field], field, message =>
    createsFlow(message) ? [draftIn(message, owner)] : [],
  ).flat()
  const [draft] = drafts
  return draft && drafts.length === 1 ? draft : invalidField(field, `has ${drafts.length} flows instead of one`)
}

function draftOfMemo(memo: Body, owner: string): FlowDraft {
  const flow = flowOfMemo(memo)
  rejectAmbiguousNames(flow)
  return draftOf(fromLibrary(flow), owner)
}

/** The messages of a `FlowInput` are texts, its times are numbers, and it has no owner. */
function isFlowInput(body: Body): boolean {
  const { duration, interval, msgs, owner } = body
  if (typeOf(body) !== undefined || [duration, interval].some(time => typeof time === 'string')) return false
  return owner === undefined || (Array.isArray(msgs) && msgs.some(message => typeof message === 'string'))
}

/** The message also registers the interchain account on the connection, with these options. */
function withoutAccount(body: Body, type: unknown): Body {
  if (type !== registerAndSubmitFlow) return body
  const { version: _, host_connection_id: __, ...flow } = body
  return flow
}

function draftOf(body: Body, owner: string): FlowDraft {
  const draft: FlowDraft = {
    owner: string(body.owner, 'owner') || owner,
    label: string(body.label, 'label'),
    msgs: messages(body.msgs, 'msgs'),
    duration: string(body.duration, 'duration'),
    interval: string(body.interval, 'interval'),
    startAt: body.start_at === undefined ? '0' : uint64(body.start_at, 'start_at'),
    feeFunds: coins(body.fee_funds, 'fee_funds'),
    configuration: childOrDefaults(body.configuration, 'configuration', configuration),
    connectionId: string(body.connection_id, 'connection_id'),
    trustlessAgent: childOrNull(body.trustless_agent, 'trustless_agent', agentConfig),
    conditions: childOrDefaults(body.conditions, 'conditions', conditions),
  }
  const { '@type': _, $typeUrl: __, ...fields } = body
  checkNames(fields, { ...draft, msgs: null, trustlessAgent: draft.trustlessAgent ?? noAgent }, '')
  for (const id of namedFlowIds(draft))
    if (!/^\d+$/.test(id)) invalidField('conditions', `names the flow ${JSON.stringify(id)}, which is not an ID`)
  return draft
}

const noAgent: TrustlessAgentConfig = { agentAddress: '', feeLimit: [], connectionId: '' }

/** Rejects misspelled fields, which would otherwise be ignored. */
function checkNames(body: unknown, known: unknown, path: string): void {
  if (Array.isArray(body) && Array.isArray(known))
    for (const [index, item] of body.entries()) checkNames(item, known[index], `${path}[${index}]`)
  if (!isRecord(body) || !isRecord(known)) return
  for (const [name, value] of Object.entries(body)) {
    const at = path ? `${path}.${name}` : name
    const field = camelCase(name)
    if (!Object.hasOwn(known, field)) invalidField(at, 'is not a field of a flow')
    checkNames(value, known[field], at)
  }
}

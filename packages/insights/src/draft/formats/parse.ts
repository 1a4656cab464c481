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
import { messageOfFlowInput } from './flow-input.js'
import { invalidDraft } from './invalid-draft.js'
import { fromLibrary } from './library-values.js'
import { jsonInLink } from './link.js'
import { submitFlow } from './message.js'
import { rejectAmbiguousNames } from './names.js'
import { camelCase } from './node-format.js'

export interface ParseDraftOptions {
  /** The owner to use if the draft has none. It replaces the portal's placeholder `Your Intento address`. */
  owner?: string | undefined
}

/**
 * Reads a draft from an object or a text:
 * - a `MsgSubmitFlow` as JSON that a node accepts, alone or in a transaction
 * - a {@link FlowDraft}
 * - a `FlowInput` of the Intento Portal, or a link to the portal. Its times are in milliseconds. A missing interval or duration gets the
 *   portal's default: an hour or a day. Placeholders for the owner and for denoms are replaced, and those for other addresses stay
 *
 * It rejects input that other programs could read differently, such as a link with two flows, or two names of one field. It also checks
 * the names of the fields and the types of the values. Pass the draft to `checkFlow` to find out whether the flow would work.
 *
 * @example
 * const draft = parseDraft(await readFile('draft.json', 'utf8'))
 *
 * @throws {FlowQueryError} with kind `argument` if the input isn't a draft. The message names the field, such as `fee_funds[0].amount`.
 */
export function parseDraft(input: unknown, { owner = '' }: ParseDraftOptions = {}): FlowDraft {
  const value = typeof input === 'string' ? parseText(input) : jsonOf(input)
  if (isTooDeep(value)) throw invalidDraft('The draft has too many levels')
  try {
    return draftIn(record(value), owner)
  } catch (error) {
    if (!(error instanceof BodyProblem)) throw error
    const isNodeJson = ['@type', 'tx', 'body', 'messages'].some(name => isRecord(value) && name in value)
    const field = isNodeJson ? error.path : camelCase(error.path)
    throw invalidDraft(field ? `\`${field}\` ${error.problem}` : `The draft ${error.problem}`)
  }
}

function parseText(given: string): unknown {
  // A file can start with a byte order mark, which `trim` removes.
  const text = given.trim()
  const json = jsonInLink(text) ?? parseExactJson(text)
  if (json === undefined) throw invalidDraft('The draft is not valid JSON')
  return json
}

/** Removes what JSON can't contain, and rejects bigints and objects that contain themselves. */
function jsonOf(input: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(input))
  } catch {
    throw invalidDraft('The draft can’t be written as JSON')
  }
}

/** The fields in which a transaction, a list of messages or a flow can contain the messages of the flow. */
const containers = ['tx', 'body', 'messages', 'msgs']

function draftIn(body: Body, owner: string): FlowDraft {
  const [container, other] = containers.filter(name => name in body)
  if (container && other) invalidField(container, `and \`${other}\` can both contain the flow`)
  for (const name of ['tx', 'body']) if (isRecord(body[name])) return child(body, name, inner => draftIn(inner, owner))
  if ('messages' in body) return onlyDraftIn(body, owner)
  rejectAmbiguousNames(body)
  const type = typeOf(body)
  if (type !== undefined && type !== submitFlow)
    invalidField('@type', `is ${JSON.stringify(type)}, not "${submitFlow}"`)
  if ('typeUrl' in body) return child(body, 'value', value => draftOf(fromLibrary(value), owner))
  const isFlowInput = type === undefined && typeof body.duration !== 'string'
  return draftOf(isFlowInput ? messageOfFlowInput(body, owner) : fromLibrary(body), owner)
}

function onlyDraftIn(body: Body, owner: string): FlowDraft {
  const drafts = requiredList(body, 'messages', message =>
    typeOf(message) === submitFlow ? [draftIn(message, owner)] : [],
  ).flat()
  const [draft] = drafts
  return draft && drafts.length === 1 ? draft : invalidField('messages', `has ${drafts.length} flows instead of one`)
}

function typeOf(message: Body): unknown {
  return message['@type'] ?? message.typeUrl
}

function draftOf(body: Body, owner: string): FlowDraft {
  const draft: FlowDraft = {
    owner: string(body, 'owner') || owner,
    label: string(body, 'label'),
    msgs: messages(body, 'msgs'),
    duration: string(body, 'duration'),
    interval: string(body, 'interval'),
    startAt: body.start_at === undefined ? '0' : uint64(body, 'start_at'),
    feeFunds: coins(body, 'fee_funds'),
    configuration: childOrDefaults(body, 'configuration', configuration),
    connectionId: string(body, 'connection_id'),
    trustlessAgent: childOrNull(body, 'trustless_agent', agentConfig),
    conditions: childOrDefaults(body, 'conditions', conditions),
  }
  const { '@type': _, ...fields } = body
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

import type { AnyMessage, Coin, FlowConditions, IcqConfig } from '@flow-query/core'
import { isFlowQueryError } from '@flow-query/core'
import { invalidArgument } from '@flow-query/core/parts/decode'
import type { FlowDraft } from '../draft.js'
import { parseDuration } from '../duration.js'
import { enumNumber } from './library-values.js'
import { camelCase } from './node-format.js'
import { parseDraft } from './parse.js'
import { enteredFields, fieldsChangedByPage, pageFor } from './portal.js'

export interface PortalLinkOptions {
  /** Defaults to `https://portal.intento.zone`. */
  base?: string | undefined
  /** The ID of the chain that the portal selects. */
  chain?: string | undefined
}

export interface PortalLink {
  url: string
  /**
   * The page of the portal:
   * - `submit`: the owner reviews and signs the flow
   * - `build`: an editor, because `submit` has no wallet of Intento for a flow without an agent that is paid in `uinto`. The owner enters
   *   the schedule, the label and the fee funds again
   */
  page: 'submit' | 'build'
  /** Whether the URL has more than 8,000 characters, which many servers reject. */
  isTooLong: boolean
  /**
   * The fields that would have other values in the portal. For example, it schedules a flow without an `interval` every hour, it takes
   * only one coin of `feeFunds`, it doesn't sign a `connectionId`, and it multiplies amounts in `msgs` whose denom doesn't start with `u`
   * or `ibc/` by a million. It also writes a memo again if it is JSON, and replaces texts such as `RENT (May)` by a denom. Placeholders
   * such as `Your osmo address` stay.
   */
  changed: (keyof FlowDraft)[]
  /** The fields of `changed` that the owner can enter on the page `build`. */
  entered: (keyof FlowDraft)[]
}

const longest = 8_000

/**
 * Returns a link to the Intento Portal, where the owner reviews and signs the flow. The portal takes the owner's address from the wallet.
 * Only use the link if the owner can enter everything that is {@link PortalLink.changed | changed}.
 *
 * @throws {FlowQueryError} with kind `argument` if `base` isn't an HTTP or HTTPS URL
 */
export function portalLink(
  draft: FlowDraft,
  { base = 'https://portal.intento.zone', chain }: PortalLinkOptions = {},
): PortalLink {
  if (!/^https?:\/\//i.test(base)) throw invalidArgument('base', base, 'an HTTP or HTTPS URL')
  const sent = withInterval(draft)
  const messages = sent.msgs.map(encodable)
  const page = pageFor(draft)
  // The portal decodes the JSON twice, so a percent sign would break it.
  const json = JSON.stringify(flowInput(sent, messages)).replaceAll('%', '\\u0025')
  const parameters = { flowInput: json, ...(chain && page === 'submit' && { chain }) }
  const url = `${base.replace(/\/$/, '')}/${page}?${new URLSearchParams(parameters)}`
  const changed = changedFields(sent, messages, url)
  const entered = page === 'build' ? changed.filter(field => enteredFields.includes(field)) : []
  return { url, page, isTooLong: url.length > longest, changed, entered }
}

/** The portal requires an interval, and the duration means the same. */
function withInterval(draft: FlowDraft): FlowDraft {
  const runsAtEnd = parseDuration(draft.interval) === 0 && draft.startAt === '0'
  return runsAtEnd ? { ...draft, interval: draft.duration } : draft
}

function changedFields(sent: FlowDraft, messages: readonly unknown[], url: string): (keyof FlowDraft)[] {
  const submitted = submittedDraft(url, sent.owner)
  if (!submitted) return ['msgs']
  const changedByPage = fieldsChangedByPage(sent, messages)
  const fields = Object.keys(sent) as (keyof FlowDraft)[]
  return fields.filter(
    field => changedByPage.includes(field) || comparable(field, sent) !== comparable(field, submitted),
  )
}

/**
 * Keeps the placeholder for the owner's address, which the draft can contain, too. Returns undefined if the messages have too many levels
 * in a link, where they are nested more deeply.
 */
function submittedDraft(url: string, owner: string): FlowDraft | undefined {
  try {
    return { ...parseDraft(url), owner }
  } catch (error) {
    if (isFlowQueryError(error)) return undefined
    throw error
  }
}

function comparable(field: keyof FlowDraft, draft: FlowDraft): unknown {
  const value = draft[field]
  if (field === 'duration' || field === 'interval') return parseDuration(`${value}`)
  if (field === 'feeFunds') return JSON.stringify(paidCoins(draft))
  const text = JSON.stringify(value)
  return field === 'msgs' && draft.owner ? text.replaceAll('Your Intento address', draft.owner) : text
}

function paidCoins({ feeFunds }: FlowDraft): Coin[] {
  return feeFunds.filter(({ amount }) => !/^0*$/.test(amount))
}

function flowInput(draft: FlowDraft, messages: readonly unknown[]): object {
  return {
    label: draft.label,
    msgs: messages.map(message => JSON.stringify(message)),
    duration: parseDuration(draft.duration) / 1e6,
    interval: parseDuration(draft.interval) / 1e6,
    startTime: Number(draft.startAt) * 1_000 || undefined,
    feeFunds: paidCoins(draft)[0],
    configuration: draft.configuration,
    conditions: encodableConditions(draft.conditions),
    trustlessAgent: draft.trustlessAgent ?? undefined,
    connectionId: draft.connectionId || undefined,
  }
}

function encodable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encodable)
  if (typeof value !== 'object' || value === null) return value
  const { '@type': typeUrl, ...named } = value as Partial<AnyMessage>
  const entries = Object.entries(named).map(([name, part]) => [
    camelCase(name),
    name === 'msg' && !isAny(part) ? part : encodable(part),
  ])
  const fields = Object.fromEntries(entries)
  return isAny(value) ? { typeUrl, value: fields } : fields
}

function isAny(value: unknown): value is AnyMessage {
  return typeof value === 'object' && value !== null && '@type' in value
}

function encodableConditions({ feedbackLoops, comparisons, ...others }: FlowConditions): object {
  return {
    ...others,
    feedbackLoops: feedbackLoops.map(loop => ({ ...loop, icqConfig: encodableQuery(loop.icqConfig) })),
    comparisons: comparisons.map(comparison => ({
      ...comparison,
      operator: enumNumber('operator', comparison.operator),
      icqConfig: encodableQuery(comparison.icqConfig),
    })),
  }
}

function encodableQuery(config: IcqConfig | null): object | undefined {
  if (!config) return undefined
  const nanoseconds = parseDuration(config.timeoutDuration)
  return {
    ...config,
    timeoutPolicy: enumNumber('timeout_policy', config.timeoutPolicy),
    timeoutDuration: { seconds: `${Math.floor(nanoseconds / 1e9)}`, nanos: nanoseconds % 1e9 },
  }
}

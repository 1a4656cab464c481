import type { AnyMessage, FlowConditions, IcqConfig } from '@flow-query/core'
import { isFlowQueryError } from '@flow-query/core'
import { invalidArgument } from '@flow-query/core/parts/decode'
import type { FlowDraft } from '../draft.js'
import { parseDuration } from '../duration.js'
import { enumNumber } from './library-values.js'
import { camelCase } from './node-format.js'
import { parseDraft } from './parse.js'

export interface PortalLinkOptions {
  /** Defaults to `https://portal.intento.zone`. */
  base?: string | undefined
  /** The ID of the chain that the portal selects. */
  chain?: string | undefined
}

export interface PortalLink {
  url: string
  /** Whether the URL has more than 8,000 characters, which many servers reject. */
  isTooLong: boolean
  /**
   * The fields that would have other values in the portal. For example, it schedules a flow without an `interval` every hour, it takes
   * only one coin of `feeFunds`, and it multiplies amounts in `msgs` whose denom doesn't start with `u` or `ibc/` by a million. It also
   * writes a memo again if it is JSON, and replaces texts such as `RENT (May)` by a denom. Placeholders such as `Your osmo address` stay.
   */
  changed: (keyof FlowDraft)[]
}

const longest = 8_000

/**
 * Returns a link to the submit page of the Intento Portal, where the owner reviews and signs the flow. The portal takes the owner's
 * address from the wallet. Only use the link if nothing is {@link PortalLink.changed | changed}.
 *
 * @throws {FlowQueryError} with kind `argument` if `base` isn't an HTTP or HTTPS URL
 */
export function portalLink(
  draft: FlowDraft,
  { base = 'https://portal.intento.zone', chain }: PortalLinkOptions = {},
): PortalLink {
  if (!/^https?:\/\//i.test(base)) throw invalidArgument('base', base, 'an HTTP or HTTPS URL')
  const sent = withInterval(draft)
  // The portal decodes the JSON twice, so a percent sign would break it.
  const json = JSON.stringify(flowInput(sent)).replaceAll('%', '\\u0025')
  const parameters = { flowInput: json, ...(chain && { chain }) }
  const url = `${base.replace(/\/$/, '')}/submit?${new URLSearchParams(parameters)}`
  return { url, isTooLong: url.length > longest, changed: changedFields(sent, url) }
}

/** The portal requires an interval, and the duration means the same. */
function withInterval(draft: FlowDraft): FlowDraft {
  const runsAtEnd = parseDuration(draft.interval) === 0 && draft.startAt === '0'
  return runsAtEnd ? { ...draft, interval: draft.duration } : draft
}

function changedFields(sent: FlowDraft, url: string): (keyof FlowDraft)[] {
  const submitted = submittedDraft(url, sent.owner)
  if (!submitted) return ['msgs']
  const fields = Object.keys(sent) as (keyof FlowDraft)[]
  return fields.filter(
    field =>
      comparable(field, sent[field]) !== comparable(field, submitted[field]) ||
      (field === 'msgs' && constants.test(JSON.stringify(sent.msgs))),
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

/** The portal only encodes constants that are written as numbers. */
const constants = /"(?!ICA_ADDR")[A-Z]+(_[A-Z]+)+"/

function comparable(field: keyof FlowDraft, value: FlowDraft[keyof FlowDraft]): unknown {
  return field === 'duration' || field === 'interval' ? parseDuration(value as string) : JSON.stringify(value)
}

function flowInput(draft: FlowDraft): object {
  return {
    label: draft.label,
    msgs: draft.msgs.map(message => JSON.stringify(encodable(message))),
    duration: parseDuration(draft.duration) / 1e6,
    interval: parseDuration(draft.interval) / 1e6,
    startTime: Number(draft.startAt) * 1_000 || undefined,
    feeFunds: draft.feeFunds[0],
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

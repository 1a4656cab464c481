import type { FlowDraft, PortalLink } from '@flow-query/insights/draft'
import { type Denoms, formatAmounts, knownDenoms } from '../amount.js'
import { formatList } from '../number.js'
import { formatDuration, formatTime } from '../time/time.js'

/** The values that the owner enters in the portal, or the reason why a link can't be used, from {@link describePortalLink}. */
export interface PortalLinkNote {
  /** Whether the owner can create the flow with this link. */
  isUsable: boolean
  sentence: string
  remedy: string
}

/**
 * Describes what the owner enters in the portal after opening the link, or why the link can't be used. Returns null if the portal signs
 * the flow of the draft.
 *
 * @example
 * const note = describePortalLink(portalLink(draft), draft)
 */
export function describePortalLink(
  { changed, entered }: Pick<PortalLink, 'changed' | 'entered'>,
  draft: FlowDraft,
  denoms: Denoms = knownDenoms,
): PortalLinkNote | null {
  const lost = changed.filter(field => !entered.includes(field))
  if (lost.length > 0)
    return {
      isUsable: false,
      sentence: `The portal would change ${formatList(lost)}.`,
      remedy: 'Sign the JSON with another tool instead.',
    }
  if (entered.length === 0) return null
  const values = formatList(entered.map(field => enteredValue(field, draft, denoms)))
  return {
    isUsable: true,
    sentence: 'The portal doesn’t take all values from the link.',
    remedy: `Enter ${values} in the portal.`,
  }
}

function enteredValue(field: keyof FlowDraft, draft: FlowDraft, denoms: Denoms): string {
  switch (field) {
    case 'label':
      return 'an empty label'
    case 'duration':
      return `the duration ${formatDuration(draft.duration)}`
    case 'interval':
      return `the interval ${formatDuration(draft.interval)}`
    case 'startAt':
      return `the start ${formatTime(new Date(Number(draft.startAt) * 1_000))}`
    case 'feeFunds':
      return `fee funds of ${formatAmounts(draft.feeFunds, denoms)}`
    default:
      return `the ${field}`
  }
}

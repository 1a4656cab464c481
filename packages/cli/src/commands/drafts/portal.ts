import { formatList } from '@flow-query/format'
import { type FlowDraft, portalLink } from '@flow-query/insights/draft'
import { CommandError } from '../../settings.js'

export interface PortalOptions {
  /** The URL of the portal. */
  portal?: string
}

/** @throws {CommandError} if the portal would submit another flow, or if the link is too long */
export function linkOf(draft: FlowDraft, { portal }: PortalOptions): string {
  const { url, isTooLong, changed } = portalLink(draft, { base: portal })
  const next = 'Sign the JSON with another tool.'
  if (changed.length > 0) throw new CommandError(`The portal would change ${formatList(changed)} of this flow.`, next)
  if (isTooLong) throw new CommandError(`The link would have ${url.length} characters, which is too long.`, next)
  return url
}

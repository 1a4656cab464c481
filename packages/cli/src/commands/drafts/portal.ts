import { describePortalLink } from '@flow-query/format'
import { type FlowDraft, portalLink } from '@flow-query/insights/draft'
import { CommandError } from '../../settings.js'
import type { Output } from '../../terminal/output.js'

export interface PortalOptions {
  /** The URL of the portal. */
  portal?: string
}

/**
 * Writes a note if the owner has to enter some values in the portal.
 *
 * @throws {CommandError} if the portal would submit another flow, or if the link is too long
 */
export function linkOf(draft: FlowDraft, output: Output, { portal }: PortalOptions): string {
  const link = portalLink(draft, { base: portal })
  const note = describePortalLink(link, draft)
  if (note && !note.isUsable) throw new CommandError(note.sentence, note.remedy)
  if (link.isTooLong)
    throw new CommandError(
      `The link would have ${link.url.length} characters, which is too long.`,
      'Sign the JSON with another tool.',
    )
  if (note) output.note(`${note.sentence} ${note.remedy}`)
  return link.url
}

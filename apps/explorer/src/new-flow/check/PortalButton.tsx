import { describePortalLink } from '@flow-query/format'
import { type FlowDraft, portalLink } from '@flow-query/insights/draft'

/** A link to the portal, where the owner signs. It shows what the portal would change or doesn't support. */
export function PortalButton({ draft, isGood }: { draft: FlowDraft; isGood: boolean }) {
  const link = portalLink(draft)
  const note = describePortalLink(link, draft)
  return (
    <>
      <a
        className={isGood ? 'button primary' : 'button'}
        href={link.url}
        target="_blank"
        rel="noreferrer"
        data-testid="draft-sign"
      >
        {link.page === 'build' ? 'Open in the portal' : 'Sign in the portal'}
      </a>
      {note && (
        <p className="field-note" data-tone={note.isUsable ? undefined : 'late'} data-testid="portal-changes">
          {`${note.sentence} ${note.remedy}`}
        </p>
      )}
      {link.isTooLong && (
        <p className="field-note" data-tone="late">
          This flow is too long for a link. Sign the JSON with another tool instead.
        </p>
      )}
    </>
  )
}

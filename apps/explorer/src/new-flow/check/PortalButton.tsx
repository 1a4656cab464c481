import { describePortalLink } from '@flow-query/format'
import { type FlowDraft, portalLink } from '@flow-query/insights/draft'

interface PortalButtonProps {
  draft: FlowDraft
  isGood: boolean
  /** The link can't be opened while the draft is checked. */
  isChecking: boolean
}

/** A link to the portal, where the owner signs. It shows what the portal would change or doesn't support. */
export function PortalButton({ draft, isGood, isChecking }: PortalButtonProps) {
  const link = portalLink(draft)
  const note = describePortalLink(link, draft)
  const title = link.page === 'build' ? 'Open in the portal' : 'Sign in the portal'
  return (
    <>
      {isChecking ? (
        <button type="button" disabled data-testid="draft-sign">
          {title}
        </button>
      ) : (
        <a
          className={isGood ? 'button primary' : 'button'}
          href={link.url}
          target="_blank"
          rel="noreferrer"
          data-testid="draft-sign"
        >
          {title}
        </a>
      )}
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

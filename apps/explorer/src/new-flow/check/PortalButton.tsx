import { formatList } from '@flow-query/format'
import { type FlowDraft, portalLink } from '@flow-query/insights/draft'

/** A link to the portal, where the owner signs. It shows what the portal would change or doesn't support. */
export function PortalButton({ draft, isGood }: { draft: FlowDraft; isGood: boolean }) {
  const { url, isTooLong, changed } = portalLink(draft)
  return (
    <>
      <a
        className={isGood ? 'button primary' : 'button'}
        href={url}
        target="_blank"
        rel="noreferrer"
        data-testid="draft-sign"
      >
        Sign in the portal
      </a>
      {changed.length > 0 && (
        <p className="field-note" data-tone="late" data-testid="portal-changes">
          {`The portal would change ${formatList(changed)}. Sign the JSON with another tool instead.`}
        </p>
      )}
      {isTooLong && (
        <p className="field-note" data-tone="late">
          This flow is too long for a link. Sign the JSON with another tool instead.
        </p>
      )}
    </>
  )
}

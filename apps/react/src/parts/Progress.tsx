import { words } from '@flow-query/explorer-kit'

/** How far the chain is read. It stands over the page, so that nothing moves when it is done. */
export function Progress({ done, of }: { done: number; of: number | null }) {
  const text = words.overview.reading(done, of)
  return (
    <div className="progress" role="status" data-testid="progress">
      <progress value={of === null ? undefined : done} max={of ?? undefined} aria-label={text} />
      <span>{text}</span>
    </div>
  )
}

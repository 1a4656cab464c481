import { formatCount } from '@flow-query/format'

/** A button at the end of a line. It shows the changes of a list whose rows stay in place. */
export function ShowChanges({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <span className="line-action">
      <button type="button" className="link" data-testid="show-changes" onClick={onShow}>
        Show {formatCount(count, 'change')}
      </button>
    </span>
  )
}

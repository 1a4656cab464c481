import { formatCount } from '@flow-query/format'

/** A button that shows the changes of a list whose rows stay in place. */
export function ShowChanges({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <>
      {' '}
      <button type="button" className="link" data-testid="flows-update" onClick={onShow}>
        Show {formatCount(count, 'change')}
      </button>
    </>
  )
}

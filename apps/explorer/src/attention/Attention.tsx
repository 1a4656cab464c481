import { formatNumber } from '@flow-query/format'
import { Link } from 'react-router'
import type { useAttention } from '../hooks'
import { attentionPath, paths } from '../paths'
import { words } from '../words/common'
import { overviewWords } from '../words/overview'
import { ownerWords } from '../words/owner'
import { checksPerStep } from './attention'
import { FlowList } from './FlowList'

interface AttentionProps {
  attention: ReturnType<typeof useAttention>
  /** The maximum number of listed flows. A link leads to all of them. */
  limit: number
  /** The owner of the flows. If omitted, these are the flows of the whole chain. */
  owner?: string
}

/** The flows that need attention, worst first, and how many flows were checked to find them. */
export function Attention({ attention, limit, owner }: AttentionProps) {
  const { flows, worst, checked, total, isPending, checkMore } = attention
  const rest = (total ?? 0) - flows.length
  return (
    <section
      className={owner === undefined ? 'panel attention' : 'panel attention of-owner'}
      aria-labelledby="attention"
      data-testid="attention"
    >
      <div className="panel-head">
        <h2 id="attention">
          {overviewWords.attention}{' '}
          {worst.length > 0 && (
            <span className="count" data-testid="attention-count">
              {formatNumber(worst.length)}
            </span>
          )}
        </h2>
        {owner === undefined && (
          <Link to={`${paths.flows}?health=attention`} aria-describedby="attention">
            {overviewWords.attentionAll}
          </Link>
        )}
        {owner !== undefined && worst.length > limit && (
          <Link to={attentionPath(owner)} data-testid="attention-all">
            {ownerWords.attentionAll(worst.length)}
          </Link>
        )}
      </div>
      <p className="intro" data-testid="attention-checked">
        {overviewWords.checked(checked, total)}
        {!isPending && checked < flows.length && ` · ${overviewWords.unread(flows.length - checked)}`}
        {!isPending && rest > 0 && (
          <>
            {' · '}
            <button type="button" className="link" data-testid="check-more" onClick={checkMore}>
              {overviewWords.checkMore(Math.min(rest, checksPerStep))}
            </button>
          </>
        )}
      </p>
      {worst.length > 0 && <FlowList flows={worst.slice(0, limit)} />}
      {!worst.length &&
        isPending &&
        (owner === undefined ? <FlowList /> : <p className="muted">{words.flows.checking}</p>)}
      {!worst.length && !isPending && <p className="muted">{overviewWords.noAttention(checked, total)}</p>}
    </section>
  )
}

import { formatNumber } from '@flow-query/format'
import { Link } from 'react-router'
import { attentionPath, paths } from '../paths'
import { checkedText, checksPerStep } from './checks'
import { FlowList } from './FlowList'
import type { useAttention } from './use-attention'

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
          Needs attention{' '}
          {worst.length > 0 && (
            <span className="count" data-testid="attention-count">
              {formatNumber(worst.length)}
            </span>
          )}
        </h2>
        {owner === undefined && (
          <Link to={`${paths.flows}?health=attention`} aria-describedby="attention">
            View all
          </Link>
        )}
        {owner !== undefined && worst.length > limit && (
          <Link to={attentionPath(owner)} data-testid="attention-all">
            View all {formatNumber(worst.length)}
          </Link>
        )}
      </div>
      <p className="intro" data-testid="attention-checked">
        {checkedText(checked, total, 'started')}
        {!isPending && checked < flows.length && ` · ${formatNumber(flows.length - checked)} failed to load`}
        {!isPending && rest > 0 && (
          <>
            {' · '}
            <button type="button" className="link" data-testid="check-more" onClick={checkMore}>
              Check {formatNumber(Math.min(rest, checksPerStep))} more
            </button>
          </>
        )}
      </p>
      {worst.length > 0 && <FlowList flows={worst.slice(0, limit)} />}
      {!worst.length && isPending && (owner === undefined ? <FlowList /> : <p className="muted">Checking…</p>)}
      {!worst.length && !isPending && (
        <p className="muted">
          {checked === total ? 'No flows need attention.' : 'None of the checked flows need attention.'}
        </p>
      )}
    </section>
  )
}

import type { Flow } from '@flow-query/core'
import { listRowHeight, onListLayout, words } from '@flow-query/explorer-kit'
import { useFlowsHealth } from '@flow-query/react/insights'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { FlowRow, FlowRowSkeleton } from './FlowRow'

interface FlowTableProps {
  flows: readonly Flow[]
  label: string
  /** All of one owner, who need not be named. */
  ofOne?: boolean
}

/**
 * Flows as a table; as cards where there is no room for one. However many there are, only the rows on screen are in the page,
 * and only of these is the health asked for.
 */
export function FlowTable({ flows, label, ofOne = false }: FlowTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const place = () => {
      if (body.current) setTop(body.current.getBoundingClientRect().top + scrollY)
    }
    place()
    // What stands above may become higher or lower.
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const height = listRowHeight()
  const virtualizer = useWindowVirtualizer({
    count: flows.length,
    estimateSize: () => height,
    overscan: 4,
    scrollMargin: top,
  })
  // Rows are of one height, which is another where they are cards.
  useEffect(() => onListLayout(() => virtualizer.measure()), [virtualizer])
  const rows = virtualizer.getVirtualItems()
  const [first, last] = [rows[0], rows.at(-1)]
  const shown = useMemo(() => flows.slice(first?.index, (last?.index ?? -1) + 1), [flows, first?.index, last?.index])
  // What only passes by is not asked about, be it that one scrolls or that a chain is read.
  const [looked, setLooked] = useState<readonly Flow[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setLooked(shown), 200)
    return () => clearTimeout(timer)
  }, [shown])
  const { data } = useFlowsHealth({ flows: looked })
  const health = new Map(data.map(({ flow, health }) => [flow.id, health]))

  return (
    <table className={ofOne ? 'flows of-one' : 'flows'} aria-label={label} aria-rowcount={flows.length + 1}>
      <FlowTableHead ofOne={ofOne} />
      <tbody ref={body}>
        <Space height={(first?.start ?? top) - top} />
        {shown.map((flow, index) => (
          <FlowRow
            key={flow.id}
            flow={flow}
            health={health.get(flow.id)}
            ofOne={ofOne}
            index={(first?.index ?? 0) + index}
          />
        ))}
        <Space height={virtualizer.getTotalSize() - ((last?.end ?? top) - top)} />
      </tbody>
    </table>
  )
}

/** In place of the rows that are not in the page. */
function Space({ height }: { height: number }) {
  return height > 0 ? <tr className="space" style={{ blockSize: height }} /> : null
}

const { columns } = words.flows

function FlowTableHead({ ofOne }: { ofOne: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="id number">
          {columns.id}
        </th>
        <th scope="col">{columns.flow}</th>
        {!ofOne && (
          <th scope="col" className="owner">
            {columns.owner}
          </th>
        )}
        <th scope="col" className="state">
          {columns.status}
        </th>
        <th scope="col" className="how">
          {columns.health}
        </th>
        <th scope="col" className="next number">
          {columns.next}
        </th>
      </tr>
    </thead>
  )
}

const skeletonRows = Array.from({ length: 12 }, (_, row) => row)

/** Holds the place of a table of flows. */
export function FlowTableSkeleton({ ofOne = false }: { ofOne?: boolean }) {
  return (
    <table
      className={ofOne ? 'flows of-one' : 'flows'}
      data-testid="skeleton"
      aria-label={words.loading}
      aria-busy="true"
    >
      <FlowTableHead ofOne={ofOne} />
      <tbody>
        {skeletonRows.map(row => (
          <FlowRowSkeleton key={row} ofOne={ofOne} />
        ))}
      </tbody>
    </table>
  )
}

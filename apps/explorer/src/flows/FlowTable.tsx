import type { Flow } from '@flow-query/core'
import type { FlowHealth } from '@flow-query/core/insights'
import { formatCount, formatNumber } from '@flow-query/format'
import { useFlowsHealth } from '@flow-query/react/insights'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { FlowRow } from './FlowRow'
import { FlowTableHead } from './FlowTableHead'
import { usePrinting } from './use-printing'

interface FlowTableProps {
  flows: readonly Flow[]
  label: string
  /** Whether all flows have the same owner, so that the owner's column can be omitted. */
  hideOwner?: boolean
  /** The health of the flows, by id. By default, the table fetches the health of the rows on the screen. */
  health?: ReadonlyMap<string, FlowHealth>
}

const noFlows: readonly Flow[] = []

/** The maximum number of printed rows. They fill about a hundred pages. */
const maxPrintedRows = 2_000

/** A table of flows, or cards on a narrow screen. The page contains only the rows on the screen, or all rows while it is printed. */
export function FlowTable({ flows, label, hideOwner = false, health }: FlowTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const place = () => {
      if (body.current) setTop(body.current.getBoundingClientRect().top + scrollY)
    }
    place()
    // The height of the content above the table can change.
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const isTable = useIsTable()
  const height = isTable ? tableRowHeight : cardHeight
  const virtualizer = useWindowVirtualizer({
    count: flows.length,
    estimateSize: () => height,
    overscan: 4,
    scrollMargin: top,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights of all rows change with the layout.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isTable])
  const rows = virtualizer.getVirtualItems()
  const [first, last] = [rows[0], rows.at(-1)]
  const onScreen = useMemo(() => flows.slice(first?.index, (last?.index ?? -1) + 1), [flows, first?.index, last?.index])
  // Wait until the rows stop changing, so that rows that only scroll past cause no requests.
  const [resting, setResting] = useState(noFlows)
  useEffect(() => {
    const timer = setTimeout(() => setResting(onScreen), 200)
    return () => clearTimeout(timer)
  }, [onScreen])
  const { data } = useFlowsHealth({ flows: health ? noFlows : resting })
  const known = health ?? new Map(data.map(({ flow, health }) => [flow.id, health]))

  const printing = usePrinting()
  const start = printing ? 0 : (first?.index ?? 0)
  const shown = printing ? flows.slice(0, maxPrintedRows) : onScreen

  return (
    <table className={hideOwner ? 'flows hide-owner' : 'flows'} aria-label={label} aria-rowcount={flows.length + 1}>
      <FlowTableHead hideOwner={hideOwner} />
      {printing && flows.length > maxPrintedRows && (
        <caption>{`First ${formatNumber(maxPrintedRows)} of ${formatCount(flows.length, 'flow')}`}</caption>
      )}
      <tbody ref={body}>
        {!printing && <Space height={(first?.start ?? top) - top} />}
        {shown.map((flow, index) => (
          <FlowRow key={flow.id} flow={flow} health={known.get(flow.id)} hideOwner={hideOwner} index={start + index} />
        ))}
        {!printing && <Space height={virtualizer.getTotalSize() - ((last?.end ?? top) - top)} />}
      </tbody>
    </table>
  )
}

/** The heights of a table row, and of a card with its margin, in pixels. They must match the styles. */
const tableRowHeight = 64
const cardHeight = 176

/** Whether the list is a table and not a list of cards. */
function useIsTable(): boolean {
  return useSyncExternalStore(
    listener => {
      const media = wide()
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => wide().matches,
  )
}

const wide = () => matchMedia('(min-width: 720px)')

/** Fills the space of the rows that are not rendered. */
function Space({ height }: { height: number }) {
  return height > 0 ? <tr className="space" style={{ blockSize: height }} /> : null
}

import type { Flow } from '@flow-query/core'
import { formatCount, formatNumber } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMedia } from '../browser/use-media'
import { useReading } from '../browser/use-reading'
import { useVerdicts } from '../verdicts/use-verdicts'
import { FlowRow } from './FlowRow'
import { FlowTableHead } from './FlowTableHead'
import { usePrinting } from './use-printing'

interface FlowTableProps {
  flows: readonly Flow[]
  /** The flows in the order in which they are shown. By default, new flows are shown unless a visitor reads the list. */
  order?: readonly Flow[]
  label: string
  /** Whether all flows have the same owner, so that the owner's column can be omitted. */
  hideOwner?: boolean
  /** Whether to show the next failure of each flow instead of its next run. */
  showsFailures?: boolean
  /** The known verdicts, by id. */
  verdicts?: ReadonlyMap<string, FlowVerdict>
  /** Whether the table fetches the unknown verdicts of the rows on the screen. Default: true */
  fetchesVerdicts?: boolean
  /** All flows of the owners. Undefined if some are not loaded. */
  all?: readonly Flow[] | undefined
  /** The maximum number of other flows of each owner whose facts are requested for the verdicts. */
  maxOtherFlows?: number | undefined
  /** The search that found the flows. While a visitor reads the list, its order only changes when the search changes. */
  question?: unknown
}

const noFlows: readonly Flow[] = []

/** The maximum number of printed rows. They fill about a hundred pages. */
const maxPrintedRows = 2_000

/** A table of flows, or cards on a narrow screen. The page contains only the rows on the screen, or all rows while it is printed. */
export function FlowTable({
  flows,
  order,
  label,
  hideOwner = false,
  showsFailures = false,
  verdicts,
  fetchesVerdicts = true,
  all,
  maxOtherFlows,
  question,
}: FlowTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { isReading, handlers } = useReading()
  const held = useHeldFlows(order ?? flows, question, isReading)
  const cardHeight = hideOwner ? shortCardHeight : longCardHeight
  const isTable = useMedia('(min-width: 720px)')
  const height = isTable ? tableRowHeight : cardHeight
  const [start, end] = useRowsOnScreen(body, held.length, height)
  const onScreen = useMemo(() => currentFlows(held.slice(start, end), flows), [held, flows, start, end])
  // Wait until the rows stop changing, so that rows that only scroll past cause no requests.
  const [resting, setResting] = useState(noFlows)
  useEffect(() => {
    const timer = setTimeout(() => setResting(onScreen), 200)
    return () => clearTimeout(timer)
  }, [onScreen])
  const unknown = useMemo(
    () => (fetchesVerdicts ? resting.filter(({ id }) => !verdicts?.has(id)) : noFlows),
    [fetchesVerdicts, resting, verdicts],
  )
  const { data } = useVerdicts(unknown, { all, maxOtherFlows })
  const fetched = new Map(data.map(verdict => [verdict.flow.id, verdict]))

  const printing = usePrinting()
  const shown = printing ? flows.slice(0, maxPrintedRows) : onScreen

  return (
    <table
      className={hideOwner ? 'flows hide-owner' : 'flows'}
      aria-label={label}
      aria-rowcount={flows.length + 1}
      {...handlers}
    >
      <FlowTableHead hideOwner={hideOwner} showsFailures={showsFailures} />
      {printing && flows.length > maxPrintedRows && (
        <caption>{`First ${formatNumber(maxPrintedRows)} of ${formatCount(flows.length, 'flow')}`}</caption>
      )}
      <tbody ref={body}>
        {!printing && <Space height={start * height} />}
        {shown.map((flow, index) => (
          <FlowRow
            key={flow.id}
            flow={flow}
            verdict={verdicts?.get(flow.id) ?? fetched.get(flow.id)}
            hideOwner={hideOwner}
            showsFailures={showsFailures}
            index={printing ? index : start + index}
          />
        ))}
        {!printing && <Space height={Math.max(0, held.length - end) * height} />}
      </tbody>
    </table>
  )
}

/** Returns the flows in their previous order while a visitor reads the list, so that a run doesn't move its rows. */
function useHeldFlows(flows: readonly Flow[], question: unknown, isReading: boolean): readonly Flow[] {
  const [held, setHeld] = useState({ flows, question })
  if (held.flows === flows || (isReading && held.question === question)) return held.flows
  setHeld({ flows, question })
  return flows
}

/** Returns the current versions of flows that may be outdated. */
function currentFlows(shown: readonly Flow[], flows: readonly Flow[]): readonly Flow[] {
  const ids = new Set(shown.map(({ id }) => id))
  const current = new Map(flows.filter(({ id }) => ids.has(id)).map(flow => [flow.id, flow]))
  return shown.map(flow => current.get(flow.id) ?? flow)
}

/** The rows beyond each end of the screen that are rendered too. */
const overscan = 6

/** Returns the indexes of the rows on the screen. All rows have the same height. */
function useRowsOnScreen(body: RefObject<HTMLElement | null>, count: number, height: number): [number, number] {
  const [first, setFirst] = useState(0)
  const [visible, setVisible] = useState(12)
  useLayoutEffect(() => {
    const measure = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0
      setFirst(Math.max(0, Math.floor(-top / height)))
      setVisible(Math.ceil(innerHeight / height))
    }
    measure()
    // The height of the content above the table can change.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [body, height])
  const start = Math.max(0, Math.min(first, count - visible) - overscan)
  return [start, Math.min(count, Math.max(0, first) + visible + overscan)]
}

/** The heights of a table row, and of a card with its margin with and without an owner, in pixels. They must match the styles. */
const tableRowHeight = 64
const longCardHeight = 176
const shortCardHeight = 148

/** Fills the space of the rows that are not rendered. */
function Space({ height }: { height: number }) {
  return height > 0 ? <tr className="space" style={{ blockSize: height }} /> : null
}

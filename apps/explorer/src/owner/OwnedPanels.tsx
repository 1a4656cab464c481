import { formatNumber } from '@flow-query/format'
import { compareVerdicts } from '@flow-query/insights'
import { useDeferredValue, useMemo, useState } from 'react'
import { allOf } from '../collection/collection'
import { csvList } from '../collection/coverage-text'
import { CsvButton } from '../csv/CsvButton'
import { FlowTable } from '../flows/FlowTable'
import { FlowTableSkeleton } from '../flows/FlowTableSkeleton'
import { ShowChanges } from '../flows/ShowChanges'
import { useSearchParams } from '../router/router'
import { useTime } from '../time/use-chain-time'
import { checkedText } from '../verdicts/checks'
import { maxOtherFlows } from '../verdicts/owners-flows'
import { unloadedQueue } from '../verdicts/queue'
import { useChecks } from '../verdicts/use-checks'
import { useStableRows } from '../verdicts/use-stable-rows'
import { Calendar } from './Calendar'
import { type CalendarDay, calendarDays } from './calendar'
import { Fees } from './Fees'
import { countGroups, type Group, groupNames, groupOf, ownerHeading, readGroup } from './groups'
import type { OwnedFlows } from './owned-flows'

/** How many flows of an owner need attention, when the flows run, and the flows, worst first. */
export function OwnedPanels({ owner, collection, ...owned }: OwnedFlows & { owner: string }) {
  // The requests start after the panels are painted.
  const queue = useDeferredValue(owned.queue, unloadedQueue)
  const checks = useChecks(queue)
  const { verdicts, checked, total, failedChecks, checkRest, isSorted, round } = checks
  const { flows } = collection
  const days = useCalendar(flows, verdicts)
  const [search, setSearch] = useSearchParams()
  const group = readGroup(search)
  const [chosen, setChosen] = useState<string | null>(null)
  const day = days.find(({ name }) => name === chosen)

  const rows = useMemo(
    () =>
      verdicts
        .filter(verdict => (!group || groupOf(verdict) === group) && (!day || day.flowIds.has(verdict.flow.id)))
        .sort(compareVerdicts),
    [verdicts, group, day],
  )
  const question = `${group} ${day?.name}`
  const stable = useStableRows({ rows, isSorted, round: `${round} ${question}` })
  const unchecked = useMemo(() => {
    if (group) return []
    const known = new Set(verdicts.map(({ flow }) => flow.id))
    return flows.toReversed().filter(({ id }) => !known.has(id) && (!day || day.flowIds.has(id)))
  }, [flows, verdicts, group, day])
  const listed = useMemo(
    () => stable.shown && [...stable.shown.map(({ flow }) => flow), ...unchecked],
    [stable.shown, unchecked],
  )
  const known = useMemo(() => new Map(verdicts.map(verdict => [verdict.flow.id, verdict])), [verdicts])
  const all = allOf(collection)
  const choose = (group: Group | null) => {
    const next = new URLSearchParams(search)
    if (group) next.set('show', group)
    else next.delete('show')
    setSearch(next, { replace: true })
  }
  return (
    <>
      <div className="owner-head" aria-busy={!isSorted}>
        <h1 data-testid="owner-title">{ownerHeading(checks)}</h1>
        <p className="note" data-testid="owner-checked">
          {isSorted ? checkedText(checked, total) : 'Checking…'}
          {failedChecks > 0 && ` · ${formatNumber(failedChecks)} failed to load`}
          {checkRest && total !== null && (
            <>
              {' · '}
              <button type="button" className="link" data-testid="check-more" onClick={checkRest}>
                Check the other {formatNumber(total - checked)}
              </button>
            </>
          )}
          <ShowChanges count={stable.changes} onShow={stable.update} />
        </p>
      </div>
      {days.some(({ runs }) => runs > 0) && <Calendar days={days} chosen={chosen} onChoose={setChosen} />}
      <fieldset className="groups" aria-label="Health">
        <button type="button" aria-pressed={group === null} data-testid="group-all" onClick={() => choose(null)}>
          All{' '}
          <span className="count" data-testid="owner-total">
            {formatNumber(flows.length)}
          </span>
        </button>
        {isSorted &&
          countGroups(verdicts).map(({ group: one, count }) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === group}
              data-testid={`group-${one}`}
              onClick={() => choose(one)}
            >
              {groupNames[one]} <span className="count">{formatNumber(count)}</span>
            </button>
          ))}
      </fieldset>
      {listed ? (
        <div className="filter-line">
          <Fees verdicts={verdicts} total={total} />
          {day && (
            <button type="button" className="link" data-testid="all-days" onClick={() => setChosen(null)}>
              {day.name} only. Show all days
            </button>
          )}
          {listed.length > 0 && (
            <CsvButton
              list={`${csvList(collection)}-${owner}`}
              table={(csv, time) => csv.flowsCsv(listed, time, known)}
            />
          )}
        </div>
      ) : (
        <FlowTableSkeleton hideOwner />
      )}
      {listed && listed.length > 0 && (
        <div {...stable.handlers}>
          <FlowTable
            flows={listed}
            label="Flows"
            question={question}
            hideOwner
            {...(unchecked.length === 0 ? { verdicts: known } : { all, maxOtherFlows: all && maxOtherFlows })}
          />
        </div>
      )}
      {listed?.length === 0 && <p className="note">No flows match these filters</p>}
    </>
  )
}

function useCalendar(flows: OwnedFlows['collection']['flows'], verdicts: Parameters<typeof calendarDays>[1]) {
  const time = useTime()
  return useMemo<readonly CalendarDay[]>(
    () => (time ? calendarDays(flows, verdicts, time) : []),
    [flows, verdicts, time],
  )
}

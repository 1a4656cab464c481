import type { Flow } from '@flow-query/core'
import { formatNumber } from '@flow-query/format'
import { compareVerdicts } from '@flow-query/insights'
import { useDeferredValue, useMemo, useState } from 'react'
import { allOf } from '../collection/collection'
import { csvList } from '../collection/coverage-text'
import { CsvButton } from '../csv/CsvButton'
import { RunsCsvButton } from '../csv/RunsCsvButton'
import { CheckProgress } from '../flows/CheckProgress'
import { FlowTable } from '../flows/FlowTable'
import { FlowTableSkeleton } from '../flows/FlowTableSkeleton'
import { useSearchParams } from '../router/router'
import { usePageNotices } from '../subscriptions/page-notices'
import { useTime } from '../time/use-chain-time'
import { isCertain } from '../verdicts/checks'
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
  const { verdicts, checked, total, isChecking, isSorted, round } = checks
  const { flows } = collection
  const known = useMemo(() => (isSorted ? verdicts : verdicts.filter(isCertain)), [verdicts, isSorted])
  usePageNotices(known)
  const knownById = useMemo(() => new Map(known.map(verdict => [verdict.flow.id, verdict])), [known])
  const days = useCalendar(flows, known)
  const [search, setSearch] = useSearchParams()
  const group = readGroup(search)
  const [chosen, setChosen] = useState<string | null>(null)
  const day = days.find(({ name }) => name === chosen)

  const rows = useMemo(() => {
    const isListed = ({ flow }: { flow: Flow }) => !day || day.flowIds.has(flow.id)
    if (!isSorted && !group) return queue.flows.map(flow => ({ flow })).filter(isListed)
    const worst = verdicts.filter(verdict => !group || groupOf(verdict) === group).sort(compareVerdicts)
    if (group) return worst.filter(isListed)
    const ids = new Set(verdicts.map(({ flow }) => flow.id))
    const unchecked = flows.filter(({ id }) => !ids.has(id)).map(flow => ({ flow }))
    return [...worst, ...unchecked.reverse()].filter(isListed)
  }, [queue.flows, flows, verdicts, isSorted, group, day])
  const question = `${group} ${day?.name}`
  const stable = useStableRows({
    rows,
    isSorted: isSorted || (!group && !queue.isLoading),
    round: `${round} ${question}`,
  })
  const listed = useMemo(() => stable.shown?.map(({ flow }) => flow), [stable.shown])
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
        <h1 data-testid="owner-title">{ownerHeading({ ...checks, verdicts: known })}</h1>
        <p className="note line" data-testid="owner-checked">
          <CheckProgress
            checks={checks}
            changes={stable.isOutdated ? 0 : stable.changes}
            onShowChanges={stable.update}
          />
          {stable.isOutdated && (
            <span className="line-action">
              <button type="button" className="link" data-testid="sort-worst" onClick={stable.update}>
                Sort worst first
              </button>
            </span>
          )}
        </p>
      </div>
      {days.some(({ runs }) => runs > 0) && (
        <Calendar days={days} isComplete={checked === total} chosen={chosen} onChoose={setChosen} />
      )}
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
            <>
              <CsvButton
                list={`${csvList(collection)}-${owner}`}
                table={(csv, time) => csv.flowsCsv(listed, time, knownById)}
              />
              <RunsCsvButton list={`runs-${owner}`} flows={listed} />
            </>
          )}
        </div>
      ) : (
        <FlowTableSkeleton hideOwner />
      )}
      {listed && listed.length > 0 && (
        <div {...stable.handlers}>
          <FlowTable
            // A new table replaces the previous one, because rows that cross each other are hard to follow.
            key={`${stable.shownRound}`}
            flows={listed}
            label="Flows"
            question={question}
            hideOwner
            verdicts={knownById}
            fetchesVerdicts={!isChecking}
            all={all}
            maxOtherFlows={all && maxOtherFlows}
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

import type { Flow } from '@flow-query/core'
import { type HealthFilter, looksOn, matchesHealth, nextLook, words } from '@flow-query/explorer-kit'
import { useFlowsHealth } from '@flow-query/react/insights'
import { useEffect, useMemo, useState } from 'react'
import { FlowTable } from './FlowTable'
import { NoneFound } from './NoneFound'

/** Those of one health. It takes a request for each flow, so that they are looked at some at a time, in the order of the list. */
export function OfHealth({ flows, health }: { flows: readonly Flow[]; health: HealthFilter }) {
  const [limit, setLimit] = useState(() => nextLook(0))
  const looked = useMemo(() => flows.slice(0, limit), [flows, limit])
  const { data, isPending, error } = useFlowsHealth({ flows: looked })
  const found = data.filter(known => matchesHealth(known.health, health)).map(({ flow }) => flow)
  const isLast = limit >= flows.length
  const lookOn = () => setLimit(limit + nextLook(limit))

  const goesOn = !isPending && !error && !isLast && looksOn(limit, found.length)
  useEffect(() => {
    if (goesOn) setLimit(limit + nextLook(limit))
  }, [goesOn, limit])

  return (
    <>
      <p className="note" role="status" data-testid="flows-found">
        {words.flows.foundAmong(found.length, data.length, flows.length)}{' '}
        {!isLast && (
          <button type="button" className="link" data-testid="look-on" aria-busy={isPending} onClick={lookOn}>
            {isPending ? words.flows.looking : words.flows.lookOn(nextLook(limit))}
          </button>
        )}
      </p>
      {found.length > 0 && <FlowTable flows={found} label={words.flows.title} />}
      {!found.length && !isPending && isLast && <NoneFound />}
    </>
  )
}

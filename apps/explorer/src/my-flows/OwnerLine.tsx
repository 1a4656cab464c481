import { until } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { useFlowCollection } from '@flow-query/react/collection'
import { useCallback, useMemo } from 'react'
import { autoLoadLimit } from '../collection/collection'
import { errorText } from '../node/errors'
import { useSteps } from '../steps/use-steps'
import { Time } from '../time/Time'
import { useTime } from '../time/use-chain-time'
import { Mark } from '../values/Mark'
import { verdictMarks } from '../values/marks'
import { flowsOfOwner, maxOtherFlows } from '../verdicts/owners-flows'
import { createQueue, unloadedQueue } from '../verdicts/queue'
import { useVerdicts } from '../verdicts/use-verdicts'
import { Line, type LineProps } from './Line'
import { describeAttention, nextRunOf } from './owner-summary'

/** The maximum number of flows that are checked. Each check requires requests. */
const maxChecked = 12

/** A bookmarked owner, with the number of flows that need attention. Only the first flows are checked. */
export function OwnerLine({ bookmark, chain }: LineProps) {
  const owner = bookmark.id
  const time = useTime()
  const isNeeded = !chain.complete && !chain.isLoading
  const own = useFlowCollection({ owner: isNeeded ? owner : undefined, autoLoadLimit })
  const { data: ownData, error } = own
  const collection = useMemo(() => {
    if (!chain.complete) return ownData
    const flows = flowsOfOwner(chain.flows, owner)
    return { flows, loaded: flows.length, total: flows.length, complete: true }
  }, [chain.complete, chain.flows, owner, ownData])
  const result = useSteps(
    owner,
    useCallback(
      function* (time) {
        const queue = collection ? yield* createQueue(collection, time) : unloadedQueue
        return { queue, nextStatusChange: null }
      },
      [collection],
    ),
  )
  const queue = result?.queue ?? unloadedQueue
  const flows = useMemo(() => (queue.isLoading ? null : queue.flows.slice(0, maxChecked)), [queue])
  const { data, isPending } = useVerdicts(flows, {
    all: collection?.complete ? collection.flows : undefined,
    maxOtherFlows,
  })
  const next = collection && time ? nextRunOf(collection.flows, owner, time) : null
  const total = queue.complete ? queue.flows.length : null
  return (
    <Line bookmark={bookmark} next={next !== null && <Time time={next} select={nextIn} />}>
      {flows && !isPending && <Attention verdicts={data} total={total} />}
      {!(flows && !isPending) &&
        (error ? <span className="muted">{errorText(error).title}</span> : <i className="bone wide" />)}
    </Line>
  )
}

const nextIn = (time: number, now: number) => `next run ${until(time, now)}`

function Attention({ verdicts, total }: { verdicts: readonly FlowVerdict[]; total: number | null }) {
  const tone = verdicts.some(({ needsAttention }) => needsAttention) ? 'failing' : 'ended'
  return (
    <span className="health" data-health={tone}>
      <Mark path={verdictMarks[tone]} />
      <span>{describeAttention(verdicts, total)}</span>
    </span>
  )
}

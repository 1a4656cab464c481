import type { ChainTime, Flow } from '@flow-query/core'
import { describeNextRun } from '@flow-query/format'
import { useFlow } from '@flow-query/react'
import { useMemo } from 'react'
import { errorText } from '../node/errors'
import { willRunAgain } from '../runs/executions'
import { Time } from '../time/Time'
import { useTime } from '../time/use-chain-time'
import { Verdict } from '../values/Verdict'
import { maxOtherFlows } from '../verdicts/owners-flows'
import { useVerdicts } from '../verdicts/use-verdicts'
import { Line, type LineProps } from './Line'

/** A bookmarked flow with its verdict. */
export function FlowLine({ bookmark, chain }: LineProps) {
  const { id } = bookmark
  const time = useTime()
  const loaded = useMemo(() => chain.flows.find(flow => flow.id === id), [chain.flows, id])
  const isNeeded = !loaded && !chain.isLoading
  const { data = loaded, error } = useFlow({ id: isNeeded ? id : undefined })
  const verdicts = useVerdicts(
    useMemo(() => (data ? [data] : null), [data]),
    { all: chain.complete ? chain.flows : undefined, maxOtherFlows },
  )
  const verdict = verdicts.data[0]
  return (
    <Line bookmark={bookmark} next={data && time && <NextRun flow={data} time={time} />}>
      {error && !data ? <span className="muted">{errorText(error).title}</span> : <Verdict verdict={verdict} />}
    </Line>
  )
}

function NextRun({ flow, time }: { flow: Flow; time: ChainTime }) {
  if (!willRunAgain(flow, time)) return null
  return <Time time={flow.execTime} select={(_, now) => `next run ${describeNextRun(flow, time, { now })}`} />
}

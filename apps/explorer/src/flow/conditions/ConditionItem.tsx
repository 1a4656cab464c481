import type { Flow } from '@flow-query/core'
import { newestRunsQueryOptions, useFlow, useFlowClient } from '@flow-query/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useVerdicts } from '../../attention/use-verdicts'
import { Link } from '../../layout/Link'
import { paths } from '../../paths'
import { useTime } from '../../time/use-chain-time'
import { FlowLabel } from '../../values/FlowLabel'
import { Status } from '../../values/Status'
import { Verdict } from '../../values/Verdict'
import { blocksRun, type Condition, describeResult, evaluateCondition } from './evaluate'
import { PhraseText } from './PhraseText'

/** A condition and its current result. */
export function ConditionItem({ flow, condition }: { flow: Flow; condition: Condition }) {
  const client = useFlowClient()
  const { data: of } = useFlow({ id: condition.flowId })
  const { data: newest } = useQuery(newestRunsQueryOptions(client, { id: condition.flowId }))
  const time = useTime()
  const result = of && newest && time ? evaluateCondition(condition, newest.history, of, time) : undefined
  return (
    <li>
      <PhraseText phrase={condition.phrase} />
      {result && (
        <span
          className="condition-result"
          data-testid="condition-result"
          data-blocks-run={blocksRun(condition, result)}
        >
          {describeResult(condition, result)}
        </span>
      )}
      {of && condition.flowId !== flow.id && <OtherFlow flow={of} />}
    </li>
  )
}

function OtherFlow({ flow }: { flow: Flow }) {
  const flows = useMemo(() => [flow], [flow])
  const { data } = useVerdicts(flows)
  return (
    <span className="other-flow" data-testid="other-flow">
      <Link to={paths.flow(flow.id)}>
        <FlowLabel flow={flow} />
      </Link>
      <Status flow={flow} testId="other-status" />
      <Verdict verdict={data[0]} />
    </span>
  )
}

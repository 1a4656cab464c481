import { type Flow, isFlowQueryError } from '@flow-query/core'
import { useFlow, useFlowClient, useTotalBurnt } from '@flow-query/react'
import { newestRunsQueryOptions } from '@flow-query/react/insights'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from '../../router/Link'
import { paths } from '../../router/paths'
import { FlowLabel } from '../../values/FlowLabel'
import { Status } from '../../values/Status'
import { Verdict } from '../../values/Verdict'
import { useVerdicts } from '../../verdicts/use-verdicts'
import { blocksRun, type Condition, describeResult, evaluateCondition } from './evaluate'
import { PhraseText } from './PhraseText'

interface ConditionItemProps {
  flow: Flow
  condition: Condition
  /** Whether no further run checks the condition. */
  isOver: boolean
}

export function ConditionItem({ flow, condition, isOver }: ConditionItemProps) {
  const client = useFlowClient()
  const { data: of } = useFlow({ id: condition.flowId })
  const { data: newest } = useQuery(newestRunsQueryOptions(client, { id: condition.flowId }))
  // Nodes don't report their release. The results of conditions are unknown on releases that don't have this query.
  const { error } = useTotalBurnt()
  const release = isFlowQueryError(error, 'unsupported') ? 'legacy' : 'current'
  const result = of && newest && !isOver && evaluateCondition(condition, flow, { of, newest, release })
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

import type { Flow } from '@flow-query/core'
import { newestRunsQueryOptions } from '@flow-query/core/insights'
import {
  type Condition,
  clock,
  conditionsOf,
  describeJudgement,
  holdsBack,
  judge,
  paths,
  words,
} from '@flow-query/explorer-kit'
import { useFlow, useFlowClient } from '@flow-query/react'
import { useFlowsHealth } from '@flow-query/react/insights'
import { describeRules } from '@flow-query/words'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FlowLabel } from '../flows/FlowRow'
import { Health } from '../Health'
import { Status } from '../Mark'
import { PhraseText } from './Phrase'

/** What a flow waits for, compares and stops on, each with what it finds now; then what its owner chose. */
export function Conditions({ flow }: { flow: Flow }) {
  const conditions = conditionsOf(flow)
  const { conditions: phrases, configuration } = describeRules(flow)
  return (
    <section className="panel" aria-labelledby="conditions">
      <h2 id="conditions">{words.flow.conditions}</h2>
      {phrases.length ? (
        <ul className="rules" data-testid="conditions">
          {conditions.map(condition => (
            <Judged key={JSON.stringify(condition)} flow={flow} condition={condition} />
          ))}
          {phrases.slice(conditions.length).map(phrase => (
            <li key={JSON.stringify(phrase)}>
              <PhraseText phrase={phrase} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted" data-testid="conditions">
          {words.flow.noConditions}
        </p>
      )}
      <h3 className="rules-title">{words.flow.configuration}</h3>
      <ul className="rules" data-testid="configuration">
        {configuration.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

/** A condition, and whether it holds by the newest runs of the flow that it looks at. */
function Judged({ flow, condition }: { flow: Flow; condition: Condition }) {
  const client = useFlowClient()
  const { data: of } = useFlow({ id: condition.flowId })
  const { data: newest } = useQuery(newestRunsQueryOptions(client, { id: condition.flowId }))
  const judgement = of && newest ? judge(condition, newest.history, of, clock.now()) : undefined
  return (
    <li>
      <PhraseText phrase={condition.phrase} />
      {judgement && (
        <span className="judgement" data-testid="judgement" data-holds-back={holdsBack(condition, judgement)}>
          {describeJudgement(condition, judgement)}
        </span>
      )}
      {of && condition.flowId !== flow.id && <OtherFlow flow={of} />}
    </li>
  )
}

function OtherFlow({ flow }: { flow: Flow }) {
  const { data } = useFlowsHealth({ flows: [flow] })
  return (
    <span className="other-flow" data-testid="other-flow">
      <Link to={paths.flow(flow.id)}>
        <FlowLabel flow={flow} />
      </Link>
      <Status flow={flow} testId="other-status" />
      <Health health={data[0]?.health} />
    </span>
  )
}

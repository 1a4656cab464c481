import type { Flow } from '@flow-query/core'
import { describeRules, formatCount, noConditions } from '@flow-query/format'
import { memo } from 'react'
import { ConditionItem } from './ConditionItem'
import { conditionsOf } from './evaluate'
import { PhraseText } from './PhraseText'

/** Each condition reads the runs of a flow, and a flow can name thousands of others. */
const mostConditions = 100

/** The conditions of a flow with their current results, and its configuration. */
export const Conditions = memo(function Conditions({ flow, isOver }: { flow: Flow; isOver: boolean }) {
  const conditions = conditionsOf(flow)
  const more = conditions.length - mostConditions
  const { conditions: phrases, configuration } = describeRules(flow)
  return (
    <section className="panel" aria-labelledby="conditions">
      <h2 id="conditions">Conditions</h2>
      {phrases.length ? (
        <ul className="rules" data-testid="conditions">
          {Object.entries(conditions.slice(0, mostConditions)).map(([place, condition]) => (
            <ConditionItem key={place} flow={flow} condition={condition} isOver={isOver} />
          ))}
          {more > 0 && <li className="muted">And {formatCount(more, 'more condition')}</li>}
          {Object.entries(phrases.slice(conditions.length)).map(([place, phrase]) => (
            <li key={place}>
              <PhraseText phrase={phrase} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted" data-testid="conditions">
          {noConditions}
        </p>
      )}
      <h3 className="rules-title">Configuration</h3>
      <ul className="rules" data-testid="configuration">
        {configuration.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
})

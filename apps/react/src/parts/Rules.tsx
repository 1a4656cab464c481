import type { Flow } from '@flow-query/core'
import { paths, words } from '@flow-query/explorer-kit'
import { describeRules, type Phrase } from '@flow-query/words'
import { Link } from 'react-router'

/** A flow's conditions and configuration, in words. */
export function Rules({ flow }: { flow: Flow }) {
  const { conditions, configuration } = describeRules(flow)
  return (
    <>
      <h3 className="rules-title">{words.flow.conditions}</h3>
      {conditions.length ? (
        <ul className="rules" data-testid="conditions">
          {conditions.map(phrase => (
            <li key={JSON.stringify(phrase)}>
              <Words phrase={phrase} />
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
    </>
  )
}

/** A sentence in which flows are links. */
function Words({ phrase }: { phrase: Phrase }) {
  return phrase.map(part =>
    typeof part === 'string' ? (
      part
    ) : (
      <Link key={part.flow} to={paths.flow(part.flow)}>
        flow {part.flow}
      </Link>
    ),
  )
}

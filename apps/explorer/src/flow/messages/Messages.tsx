import type { Flow } from '@flow-query/core'
import { formatCount } from '@flow-query/format'
import { memo } from 'react'
import { willRunAgain } from '../../runs/executions'
import { useChainClock } from '../../time/use-chain-time'
import { DryRun } from '../forecast/DryRun'
import { Json } from './Json'
import { MessageFields } from './MessageFields'
import { messageViews } from './message'

/** The messages of a flow, field by field and as JSON, and a dry run of them. */
export const Messages = memo(function Messages({ flow }: { flow: Flow }) {
  const isOn = useChainClock(time => willRunAgain(flow, time))
  const { views, more } = messageViews(flow.msgs)
  return (
    <section className="panel" aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      <ol className="messages">
        {Object.entries(views).map(([place, message]) => (
          <li key={place} data-testid="message">
            <h3>{message.title}</h3>
            <MessageFields message={message} />
            {message.json !== null && <Json testId="message-json" text={message.json} />}
          </li>
        ))}
      </ol>
      {more > 0 && <p className="note">And {formatCount(more, 'more message')}.</p>}
      {isOn && <DryRun flow={flow} />}
    </section>
  )
})

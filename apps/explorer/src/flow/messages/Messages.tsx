import type { Flow } from '@flow-query/core'
import { memo } from 'react'
import { willRunAgain } from '../../runs/executions'
import { useChainClock } from '../../time/use-chain-time'
import { DryRun } from '../forecast/DryRun'
import { Json } from './Json'
import { MessageFields } from './MessageFields'
import { messageView } from './message'

/** The messages of a flow, field by field and as JSON, and a dry run of them. */
export const Messages = memo(function Messages({ flow }: { flow: Flow }) {
  const isOn = useChainClock(time => willRunAgain(flow, time))
  return (
    <section className="panel" aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      <ol className="messages">
        {Object.entries(flow.msgs.map(messageView)).map(([place, message]) => (
          <li key={place} data-testid="message">
            <h3>{message.title}</h3>
            <MessageFields message={message} />
            {message.json !== null && <Json testId="message-json" text={message.json} />}
          </li>
        ))}
      </ol>
      {isOn && <DryRun flow={flow} />}
    </section>
  )
})

import type { AnyMessage } from '@flow-query/core'
import { messageView, words } from '@flow-query/explorer-kit'
import { Json } from './Json'
import { MessageFields } from './MessageFields'

/** The messages of a flow, field by field and as JSON. */
export function Messages({ messages }: { messages: readonly AnyMessage[] }) {
  return (
    <section className="panel" aria-labelledby="messages">
      <h2 id="messages">{words.flow.messages}</h2>
      <ol className="messages">
        {Object.entries(messages.map(messageView)).map(([place, message]) => (
          <li key={place} data-testid="message">
            <h3>{message.title}</h3>
            <MessageFields message={message} />
            <Json testId="message-json" text={message.json} />
          </li>
        ))}
      </ol>
    </section>
  )
}

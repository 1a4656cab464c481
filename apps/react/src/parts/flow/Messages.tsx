import type { AnyMessage } from '@flow-query/core'
import { type MessageView, messageView, type Value, words } from '@flow-query/explorer-kit'
import { Amounts } from '../Amounts'
import { Address } from '../Copy'

/** What a flow sends: readable, with the JSON behind. */
export function Messages({ messages }: { messages: readonly AnyMessage[] }) {
  return (
    <section className="panel" aria-labelledby="messages">
      <h2 id="messages">{words.flow.messages}</h2>
      <ol className="messages">
        {Object.entries(messages.map(messageView)).map(([place, message]) => (
          <li key={place} data-testid="message">
            <h3>{message.title}</h3>
            <Fields message={message} />
            <Json testId="message-json" text={message.json} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Fields({ message: { type, fields, inner } }: { message: MessageView }) {
  return (
    <>
      <p className="type mono">{type}</p>
      <dl className="facts">
        {fields.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <FieldValue value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {Object.entries(inner).map(([place, message]) => (
        <div className="inner" key={place}>
          <Fields message={message} />
        </div>
      ))}
    </>
  )
}

function FieldValue({ value }: { value: Value }) {
  if (value.kind === 'address') return <Address address={value.text} what={words.what.address} />
  if (value.kind === 'json') return <code>{value.text}</code>
  if (value.kind === 'text') return <bdi>{value.text}</bdi>
  return <Amounts coins={value.coins} none="" />
}

export function Json({ text, testId }: { text: string; testId: string }) {
  return (
    <details className="json" data-testid={testId}>
      <summary>{words.flow.json}</summary>
      <pre>{text}</pre>
    </details>
  )
}

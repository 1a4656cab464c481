import { formatCount } from '@flow-query/format'
import { Amounts } from '../../accounts/Amounts'
import { Copyable } from '../../accounts/Copyable'
import type { MessageView, Value } from './message'

export function MessageFields({ message: { type, note, fields, inner, more } }: { message: MessageView }) {
  return (
    <>
      <p className="type mono">{type}</p>
      {note !== null && <p className="muted">{note}</p>}
      <dl className="facts">
        {Object.entries(fields).map(([place, { name, value }]) => (
          <div key={place}>
            <dt>{name}</dt>
            <dd>
              <FieldValue value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {Object.entries(inner).map(([place, message]) => (
        <div className="inner" key={place}>
          <MessageFields message={message} />
        </div>
      ))}
      {more > 0 && (
        <p className="note" data-testid="more-messages">
          And {formatCount(more, 'more message')}. The JSON contains all messages.
        </p>
      )}
    </>
  )
}

function FieldValue({ value }: { value: Value }) {
  if (value.kind === 'address') return <Copyable text={value.text} />
  if (value.kind === 'json') return <code>{value.text}</code>
  if (value.kind === 'text') return <bdi>{value.text}</bdi>
  return <Amounts coins={value.coins} none="" />
}

import { describeError, formatTime } from '@flow-query/format'
import { useFlow } from '@flow-query/react'
import { type FlowEvent, useLiveFlows, useWatchFlows } from '@flow-query/react/live'
import { useState } from 'react'

/** Use `useLiveFlows` once in your app to keep all queries up to date. Use `useWatchFlows` to show a message after an event. */
export function LiveFlows({ id }: { id: string }) {
  const [event, setEvent] = useState<FlowEvent>()
  const live = useLiveFlows({ fallbackInterval: 10_000 })
  useWatchFlows({ onEvent: setEvent })
  const { data: flow, error } = useFlow({ id })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      <p>
        Connection: <strong>{live.state}</strong>
      </p>
      {!flow && !error && <p>Loading…</p>}
      {flow && <p>Next run: {formatTime(flow.execTime)}</p>}
      <p>Last event: {event ? `flow ${event.id} was ${event.type}` : 'none yet'}</p>
    </>
  )
}

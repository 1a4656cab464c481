import type { FlowEvent } from '@flow-query/core/live'
import { useWatchFlows } from '@flow-query/react'
import { useState } from 'react'

export function LastEvent() {
  const [event, setEvent] = useState<FlowEvent>()
  useWatchFlows({ onEvent: setEvent })
  return <p>{event ? `Flow ${event.id}: ${event.type}` : 'Nothing yet'}</p>
}

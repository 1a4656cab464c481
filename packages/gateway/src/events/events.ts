import type { FlowClient } from '@flow-query/core'
import { type FlowEvent, type LiveStatus, watchFlows } from '@flow-query/core/live'
import type { FastifyInstance } from 'fastify'

/** A listener to the events of the chain. */
export interface EventsListener {
  /** Called with the events of a block before clients receive them, so that their next requests include the outcome. */
  onEvents: (events: readonly FlowEvent[]) => void
  /** Called when the state of the connection to the node changes. After `connected`, earlier events may have been missed. */
  onStatus: (status: LiveStatus) => void
}

/** The only event subscription of the gateway. */
export interface Events {
  /** Adds a listener, and calls its `onStatus` with the current status. */
  listen: (listener: EventsListener) => void
}

/** Subscribes to the events of the client's `rpc`, if it is set, until the signal is aborted. */
export function startEvents(_app: FastifyInstance, client: FlowClient, signal: AbortSignal): Events {
  return {
    listen(listener) {
      if (client.rpc !== undefined) watchFlows(client, { ...listener, signal })
    },
  }
}

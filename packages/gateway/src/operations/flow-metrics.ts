import type { FlowClient } from '@flow-query/core'
import type { FlowMirror } from '@flow-query/core/mirror'
import { measureFlows } from '@flow-query/monitor'
import { Registry } from 'prom-client'

export interface FlowMetricsSettings {
  client: FlowClient
  /** Returns all flows of the chain, as soon as they are loaded. */
  mirror: () => Promise<FlowMirror>
  onError: (error: unknown) => void
}

/** Measures all flows of the chain by status and health. */
export function createFlowMetrics({ client, mirror, onError }: FlowMetricsSettings) {
  let registry = new Registry()
  let running = new AbortController()
  return {
    /** The metrics of all flows. Empty until the first `start`. */
    metrics: () => registry.metrics(),
    /** Begins to measure the flows of the current chain, and forgets those of an earlier one. */
    start(): void {
      running.abort()
      running = new AbortController()
      registry = new Registry()
      const { signal } = running
      measureFlows(client, { registry, source: mirror(), onError, signal }).catch(error => {
        if (!signal.aborted) onError(error)
      })
    },
    stop: () => running.abort(),
  }
}

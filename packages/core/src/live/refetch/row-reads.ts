import type { FlowClient } from '../../client.js'
import { isFlowQueryError } from '../../errors.js'
import type { Flow } from '../../types.js'
import type { ChainQuery } from '../cache.js'
import type { Stale } from '../stale/stale.js'
import { type FlowRequest, flowRequest, flowRequests } from './flow-requests.js'

const mostRequests = 6

interface RowReadsListener {
  onRead: (flows: ReadonlyMap<string, Flow>, request: number) => void
  onFailure: (error: unknown) => void
  onDone: () => void
}

export function createRowReads(
  client: FlowClient,
  signal: AbortSignal,
  stale: Stale,
  { onRead, onFailure, onDone }: RowReadsListener,
): (ids: Iterable<string>, lists: readonly ChainQuery[]) => void {
  const reading = new Set<string>()
  const readAlone = new Set<string>()
  let waiting: FlowRequest[] = []
  let running = 0

  function sendWaiting(): void {
    while (running < mostRequests) {
      const request = waiting.shift()
      if (!request) return
      running++
      void send(request).finally(() => {
        running--
        sendWaiting()
        onDone()
      })
    }
  }

  async function send({ ids, send }: FlowRequest): Promise<void> {
    const request = stale.nextRequest()
    try {
      const response = await send(signal)
      const found = new Map(response.flatMap(flow => (ids.includes(flow.id) ? [[flow.id, flow]] : [])))
      for (const id of ids) {
        if (found.has(id)) readAlone.delete(id)
        else readAlone.add(id)
      }
      onRead(found, request)
    } catch (error) {
      if (isFlowQueryError(error, 'notFound')) stale.dispatch({ type: 'rowsMissing', ids })
      else {
        // The waiting flows are still stale, so they are requested again later.
        for (const { ids } of waiting) for (const id of ids) reading.delete(id)
        waiting = []
        onFailure(error)
      }
    } finally {
      for (const id of ids) reading.delete(id)
    }
  }

  return (ids, lists) => {
    const fresh = [...ids].filter(id => !reading.has(id))
    const alone = fresh.filter(id => readAlone.has(id))
    const together = new Set(fresh.filter(id => !readAlone.has(id)))
    for (const request of [...alone.map(id => flowRequest(client, id)), ...flowRequests(client, together, lists)]) {
      for (const id of request.ids) reading.add(id)
      waiting.push(request)
    }
    sendWaiting()
  }
}

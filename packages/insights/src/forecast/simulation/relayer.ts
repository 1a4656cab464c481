import { lookUp } from '@flow-query/core/parts/decode'
import { clockTime, outcomeAt } from '@flow-query/core/parts/runs'
import { newestRuns } from '../../health/runs.js'
import { type FlowsForecastFacts, interchainAccountOf } from '../forecast-facts.js'

export const usualAnswer = 60_000

interface Connection {
  acknowledged: number
  unanswered: number
  flowIds: string[]
}

/**
 * Returns the connections whose relayer seems to be offline, because no run that was sent after an unanswered run is acknowledged.
 */
export function silentConnections(
  { flows, histories, agents }: FlowsForecastFacts,
  now: number,
): Map<string, string[]> {
  const connections = new Map<string, Connection>()
  for (const flow of flows) {
    const history = lookUp(histories, flow.id)
    const account = interchainAccountOf(flow, lookUp(agents, flow.trustlessAgent?.agentAddress ?? ''))
    const newest = history && newestRuns(history).entries.find(({ packetSequences }) => packetSequences.length > 0)
    if (!account || !newest) continue
    const { connectionId } = account
    const connection = connections.get(connectionId) ?? { acknowledged: 0, unanswered: 0, flowIds: [] }
    connections.set(connectionId, connection)
    const sent = clockTime(newest.actualExecTime)
    const isAnswered = /^(succeeded|failed)$/.test(outcomeAt(newest, flow, now))
    if (isAnswered) connection.acknowledged = Math.max(connection.acknowledged, sent)
    else if (now - sent >= usualAnswer) {
      connection.unanswered = Math.max(connection.unanswered, sent)
      connection.flowIds.push(flow.id)
    }
  }
  const silent = Array.from(connections).filter(([, { acknowledged, unanswered }]) => unanswered > acknowledged)
  return new Map(silent.map(([id, { flowIds }]) => [id, flowIds]))
}

import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import type { UnclearRun } from '@flow-query/insights'
import { type Packet, readPackets } from '@flow-query/insights/forecast'
import pMap from 'p-map'
import type { EvaluatedFlow } from '../evaluate.js'

export interface Packets {
  readonly addTo: (flows: readonly EvaluatedFlow[], now: number, signal: AbortSignal) => Promise<EvaluatedFlow[]>
}

const freshFor = 300_000
const concurrency = 4

interface Known {
  sequences: string
  packets: Packet[]
  readAt: number
}

export function createPackets(client: FlowClient): Packets {
  const known = new Map<string, Known>()

  async function readOne(evaluated: EvaluatedFlow, now: number, signal: AbortSignal): Promise<void> {
    const { flow } = evaluated
    const runs = unclearRunsOf(evaluated)
    const sequences = sequencesOf(runs)
    const before = known.get(flow.id)
    const isKnown = before?.sequences === sequences && (before.packets.every(isFinal) || now - before.readAt < freshFor)
    if (isKnown || signal.aborted) return
    try {
      const packets = await readPackets(client, { flow, runs }, { signal })
      if (!signal.aborted) known.set(flow.id, { sequences, packets, readAt: now })
    } catch (error) {
      if (!signal.aborted && !isFlowQueryError(error)) throw error
    }
  }

  return {
    async addTo(flows, now, signal) {
      if (!client.settings.chains) return Array.from(flows)
      const unclear = flows.filter(evaluated => sequencesOf(unclearRunsOf(evaluated)) !== '')
      await pMap(unclear, flow => readOne(flow, now, signal), { concurrency })
      const ids = new Set(unclear.map(({ flow }) => flow.id))
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
      return flows.map(evaluated => {
        const { packets } = known.get(evaluated.flow.id) ?? {}
        return packets ? { ...evaluated, packets } : evaluated
      })
    },
  }
}

function unclearRunsOf({ health, verdict }: EvaluatedFlow): readonly UnclearRun[] {
  return 'unclear' in health && verdict.needsAttention ? health.unclear : []
}

function sequencesOf(runs: readonly UnclearRun[]): string {
  return runs.flatMap(({ packetSequences }) => packetSequences).join()
}

function isFinal({ result }: Packet): boolean {
  return result !== 'open' && result !== 'unknown'
}

import type { Flow, HistoryEntry } from './state.js'
import { durationToNs, timeToNs } from './time.js'

/** What a flow has sent to another chain. */
export interface Packet {
  /** Counted per port. */
  sequence: string
  port: string
  /** When it times out, in nanoseconds since 1970. */
  timeout: bigint
}

/** The packets of a chain's flows: those that are still without an answer, by the flow's index. */
export interface Packets {
  /** Takes over what a given history has sent. */
  restore: (index: number, flow: Flow, history: readonly HistoryEntry[]) => void
  /** `at` in nanoseconds since 1970. */
  send: (index: number, flow: Flow, at: bigint) => Packet
  /** The newest one that waits for an answer. */
  newestOpen: (index: number) => Packet | undefined
  /** Answers a packet, or gives it up; false where that has happened before. */
  close: (index: number, packet: Packet) => boolean
}

export function createPackets(): Packets {
  const lastSequences = new Map<string, bigint>()
  const open = new Map<number, Packet[]>()

  function opened(index: number, packet: Packet): Packet {
    open.set(index, [...(open.get(index) ?? []), packet])
    return packet
  }

  return {
    restore(index, flow, history) {
      const port = portOf(flow)
      for (const entry of history)
        for (const sequence of entry.packetSequences) {
          const last = lastSequences.get(port) ?? 0n
          if (BigInt(sequence) > last) lastSequences.set(port, BigInt(sequence))
          const timeout = timeToNs(entry.actualExecTime) + packetTimeout(flow)
          if (isOpen(entry)) opened(index, { sequence, port, timeout })
        }
    },
    send(index, flow, at) {
      const port = portOf(flow)
      const sequence = (lastSequences.get(port) ?? 0n) + 1n
      lastSequences.set(port, sequence)
      return opened(index, { sequence: String(sequence), port, timeout: at + packetTimeout(flow) })
    },
    newestOpen: index => open.get(index)?.at(-1),
    close(index, packet) {
      const waiting = open.get(index) ?? []
      open.set(
        index,
        waiting.filter(other => other !== packet),
      )
      return waiting.includes(packet)
    },
  }
}

/** Whether a flow's messages go to another chain. */
export function isInterchain({ selfHostedIca, trustlessAgent }: Flow): boolean {
  return Boolean(selfHostedIca?.connectionId || trustlessAgent?.agentAddress)
}

/** Whether nothing is known yet of what became of an execution. */
function isOpen({ executed, timedOut, errors }: HistoryEntry): boolean {
  return !executed && !timedOut && errors.length === 0
}

/** The port that a flow's packets leave from. */
function portOf({ owner, trustlessAgent }: Flow): string {
  return `icacontroller-${trustlessAgent?.agentAddress || owner}`
}

const HOUR = 3_600_000_000_000n

/** A packet times out after the flow's interval, one hour at most. */
function packetTimeout(flow: Flow): bigint {
  const interval = durationToNs(flow.interval)
  return interval > 0n && interval < HOUR ? interval : HOUR
}

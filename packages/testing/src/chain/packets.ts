import { isFeeError } from './accounts/fee-error.js'
import { durationToNs, timeToNs } from './blocks/time.js'
import type { Flow, HistoryEntry } from './state.js'

export interface Packet {
  sequence: string
  port: string
  /** The time at which the packet expires, in nanoseconds since 1970. */
  timeout: bigint
}

export interface Packets {
  restore: (index: number, flow: Flow, history: readonly HistoryEntry[]) => void
  send: (index: number, flow: Flow, at: bigint) => Packet
  newestOpen: (index: number) => Packet | undefined
  /** Returns the sequences of the packets that wait for a response. */
  openOf: (port: string) => string[]
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
    openOf: port => [...open.values()].flat().flatMap(packet => (packet.port === port ? packet.sequence : [])),
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

export function isInterchain({ selfHostedIca, trustlessAgent }: Flow): boolean {
  return Boolean(selfHostedIca?.connectionId || trustlessAgent?.agentAddress)
}

function isOpen({ executed, timedOut, errors }: HistoryEntry): boolean {
  return !executed && !timedOut && errors.every(isFeeError)
}

function portOf({ owner, trustlessAgent }: Flow): string {
  return `icacontroller-${trustlessAgent?.agentAddress || owner}`
}

const hour = 3_600_000_000_000n

function packetTimeout(flow: Flow): bigint {
  const interval = durationToNs(flow.interval)
  return interval > 0n && interval < hour ? interval : hour
}

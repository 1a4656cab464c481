import type { UnclearRun } from '@flow-query/insights'
import type { Packet } from '@flow-query/insights/forecast'
import type { ExplainedFlow } from '../flow.js'
import { formatList } from '../number.js'
import { describeCode, meaningsOf } from './codes.js'

export interface UnclearResult {
  facts: string
  isOpen: boolean
}

export function describeUnclear(
  runs: readonly UnclearRun[],
  packets: readonly Packet[],
  flow: Pick<ExplainedFlow, 'msgs'>,
): UnclearResult | null {
  if (runs.length === 0) return null
  const known = packets.filter(({ result }) => result !== 'unknown')
  const facts = known.flatMap(packet => describeFact(packet, flow) ?? [])
  const isResolved = runs.every(run => {
    const own = packets.filter(({ run: number }) => number === run.number)
    return own.length > 0 && own.every(({ result }) => decided.has(result))
  })
  if (isResolved) return { facts: facts.join(' '), isOpen: false }
  const unknown = runs.filter(run => !known.some(({ run: number }) => number === run.number))
  return { facts: [...facts, ...describeUnknown(unknown)].join(' '), isOpen: true }
}

const decided: ReadonlySet<Packet['result']> = new Set(['executed', 'failed', 'timedOut'])

/**
 * Describes the result of a packet on the other chain, from `readPackets`. Returns null if it is unknown.
 *
 * @example
 * describePacket(packet, flow) // The other chain rejected packet 12: insufficient funds (code 5)
 */
export function describePacket({ sequence, result, code }: Packet, flow: Pick<ExplainedFlow, 'msgs'>): string | null {
  switch (result) {
    case 'executed':
      return `Executed on the other chain in packet ${sequence}`
    case 'failed':
      return `The other chain rejected packet ${sequence}${describeReason(code, flow)}`
    case 'timedOut':
      return `Packet ${sequence} timed out before it reached the other chain`
    case 'open':
      return `Packet ${sequence} has not reached the other chain yet`
    case 'delivered':
      return `Packet ${sequence} reached the other chain, but its result is unknown`
    case 'unknown':
      return null
  }
}

/** Formats the error code of a packet and its usual meaning, such as `: insufficient funds (code 5)`. */
function describeReason(code: number | null, flow: Pick<ExplainedFlow, 'msgs'>): string {
  if (code === null) return ''
  const meanings = meaningsOf(`${code}`, flow).map(({ meaning }) => meaning)
  return meanings.length > 0 ? `: ${meanings.join(' or ')} (code ${code})` : ` (code ${code})`
}

/** Describes what happened to the packet of a run, for a list of several runs. */
function describeFact({ run, result, code }: Packet, flow: Pick<ExplainedFlow, 'msgs'>): string | null {
  const owner = run === null ? 'a run' : `run ${run}`
  switch (result) {
    case 'executed':
      return `The other chain shows that the messages of ${owner} took effect.`
    case 'failed':
      return `The packet of ${owner} reached the other chain, but its messages failed there with ${describeCode(code, flow)}.`
    case 'timedOut':
      return `The packet of ${owner} never reached the other chain, so its messages did not run.`
    case 'open':
      return `The packet of ${owner} has not reached the other chain yet, but it still can.`
    case 'delivered':
      return `The packet of ${owner} reached the other chain. Check there whether its messages took effect.`
    case 'unknown':
      return null
  }
}

function describeUnknown(runs: readonly UnclearRun[]): string[] {
  if (runs.length === 0) return []
  const numbers = runs.flatMap(({ number }) => (number === null ? [] : `${number}`))
  const [first] = numbers
  const which = first === undefined ? 'the newest runs' : `run${numbers.length > 1 ? 's' : ''} ${formatList(numbers)}`
  const packets = runs.flatMap(({ packetSequences }) => packetSequences)
  const acknowledgements = packets.length
    ? ` or the acknowledgement${packets.length > 1 ? 's' : ''} of packet${packets.length > 1 ? 's' : ''} ${formatList(packets)}`
    : ''
  return [
    `It is unknown whether the messages of ${which} took effect, because the chain records a late result in the newest run.`,
    `To find out, check the balances of the interchain account${acknowledgements} on the other chain.`,
  ]
}

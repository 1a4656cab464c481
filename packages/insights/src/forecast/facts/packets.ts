import type { Flow, FlowClient, RequestOptions, TrustlessAgent } from '@flow-query/core'
import { chainTime, isFlowQueryError } from '@flow-query/core'
import { type Body, child, requiredString, string } from '@flow-query/core/parts/decode'
import { read } from '@flow-query/core/parts/request'
import { clockTime, maxPacketTimeout, packetTimeout } from '@flow-query/core/parts/runs'
import type { UnclearRun } from '../../health/unclear.js'
import { interchainAccountOf } from '../forecast-facts.js'
import { createResults, type PacketResult } from './acknowledgements.js'
import { otherChainOf } from './other-chain.js'
import { readList } from './queries.js'

/** The result of a packet that a flow sent, from {@link readPackets}. */
export interface Packet {
  /** The number of the run that sent the packet, starting at 1. */
  run: number | null
  sequence: string
  /**
   * The result on the other chain:
   * - `executed`: the messages took effect
   * - `failed`: the messages failed, so none took effect
   * - `delivered`: the packet arrived, but the other chain doesn't show whether the messages took effect
   * - `timedOut`: the packet did not arrive in time, so the messages did not run
   * - `open`: the packet has not arrived yet, but it still can
   * - `unknown`: the other chain can't be read, or its node lags behind
   */
  result: PacketResult['result'] | 'delivered' | 'timedOut' | 'open' | 'unknown'
  code: number | null
}

export interface PacketsArgs {
  flow: Flow
  /** The runs that sent the packets, for example from `unclearRuns`. */
  runs: readonly UnclearRun[]
}

/**
 * Returns what happened to the packets of a flow's runs, in the order of the runs. Without the LCD of the other chain in the client's
 * `chains`, or if requests fail, the results are `unknown`.
 *
 * The other chain stores only the hash of an acknowledgement.
 *
 * @example
 * const packets = await readPackets(client, { flow, runs: unclearRuns(flow, newest, time) })
 */
export async function readPackets(
  client: FlowClient,
  { flow, runs }: PacketsArgs,
  options: RequestOptions = {},
): Promise<Packet[]> {
  const sent = runs.flatMap(run => run.packetSequences.map(sequence => ({ run, sequence })))
  if (sent.length === 0) return []
  const sequences = sent.map(({ sequence }) => sequence)
  const channel = await orUndefined(readChannel(client, flow, options))
  const there = channel && otherChainOf(client, channel.connectionId)
  if (!channel || !there) return sent.map(({ run, sequence }) => packetOf(run, sequence))
  // The facts of the other chain come last, and its time before its acknowledgements. Otherwise, a packet that is delivered in between
  // would look as if it had timed out.
  const open = await orUndefined(readOpen(client, channel, options))
  const blockTime = await orUndefined(chainTime(there, {}, options))
  const hashes = await orUndefined(readHashes(there, channel, sequences, options))
  const results = createResults(flow.msgs)

  const withResult = async (run: UnclearRun, sequence: string): Promise<Packet> => {
    const packet = packetOf(run, sequence)
    const hash = hashes?.get(sequence)
    if (hash !== undefined) return { ...packet, ...((await results.find(hash)) ?? { result: 'delivered' }) }
    if (!hashes) return packet
    // This chain removes a packet when it is acknowledged or has timed out.
    const isRemoved = open && !open.has(sequence)
    const isTooLate = blockTime ? clockTime(blockTime.block) > timeoutOf(flow, run) : isRemoved
    if (isTooLate) return { ...packet, result: 'timedOut' }
    // If a removed packet could still arrive, the node of the other chain lags behind.
    return open && !isRemoved && blockTime ? { ...packet, result: 'open' } : packet
  }
  return Promise.all(sent.map(({ run, sequence }) => withResult(run, sequence)))
}

function packetOf(run: UnclearRun, sequence: string): Packet {
  return { run: run.number, sequence, result: 'unknown', code: null }
}

/** An update may have shortened the interval after the packet was sent. */
function timeoutOf(flow: Flow, run: UnclearRun): number {
  const sentAt = clockTime(run.time)
  const isUpdated = flow.updateHistory.some(time => clockTime(time) >= sentAt)
  return sentAt + (isUpdated ? maxPacketTimeout : packetTimeout(flow))
}

/** These requests only make an explanation more precise, so their errors don't matter. */
async function orUndefined<Data>(request: Promise<Data>): Promise<Data | undefined> {
  try {
    return await request
  } catch (error) {
    if (isFlowQueryError(error)) return undefined
    throw error
  }
}

interface PacketChannel {
  connectionId: string
  port: string
  channel: string
  portThere: string
  channelThere: string
}

/** Returns undefined if there are several channels, because the history doesn't show which one a run has used. */
async function readChannel(
  client: FlowClient,
  flow: Flow,
  options: RequestOptions,
): Promise<PacketChannel | undefined> {
  const account = interchainAccountOf(flow, await readAgent(client, flow, options))
  if (!account) return undefined
  const { connectionId, owner } = account
  const path = `/ibc/core/channel/v1/connections/${encodeURIComponent(connectionId)}/channels?`
  const channels = await readList(readFrom(client, options), path, 'channels', body => ({
    connectionId,
    port: requiredString(body.port_id, 'port_id'),
    channel: requiredString(body.channel_id, 'channel_id'),
    ...child(body.counterparty, 'counterparty', counterparty => ({
      portThere: string(counterparty.port_id, 'port_id'),
      channelThere: string(counterparty.channel_id, 'channel_id'),
    })),
  }))
  const [channel, ...others] = channels.filter(({ port }) => port === `icacontroller-${owner}`)
  return others.length > 0 ? undefined : channel
}

async function readAgent(client: FlowClient, flow: Flow, options: RequestOptions): Promise<TrustlessAgent | undefined> {
  const agentAddress = flow.trustlessAgent?.agentAddress
  return agentAddress ? client.trustlessAgent({ agentAddress }, options) : undefined
}

async function readOpen(client: FlowClient, { channel, port }: PacketChannel, options: RequestOptions) {
  const path = `/ibc/core/channel/v1/channels/${channel}/ports/${port}/packet_commitments?`
  return new Set(
    await readList(readFrom(client, options), path, 'commitments', body => requiredString(body.sequence, 'sequence')),
  )
}

async function readHashes(
  chain: FlowClient,
  { channelThere, portThere }: PacketChannel,
  sequences: readonly string[],
  options: RequestOptions,
): Promise<Map<string, string>> {
  const path = `/ibc/core/channel/v1/channels/${channelThere}/ports/${portThere}/packet_acknowledgements?`
  const readAll = (parameters: string) =>
    readList(
      readFrom(chain, options),
      path + parameters,
      'acknowledgements',
      body => [requiredString(body.sequence, 'sequence'), requiredString(body.data, 'data')] as const,
    )
  try {
    return new Map(await readAll(sequences.map(sequence => `packet_commitment_sequences=${sequence}&`).join('')))
  } catch (error) {
    // Reads the whole list, which can be long, only if a proxy rejects the parameters.
    if (!isFlowQueryError(error, 'unsupported')) throw error
    return new Map(await readAll(''))
  }
}

function readFrom({ settings }: FlowClient, { signal }: RequestOptions) {
  return <Data>(path: string, mapper: (body: Body) => Data) =>
    read(settings, path, mapper, { query: 'packets', height: undefined, signal })
}

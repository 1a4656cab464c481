import { chainTime } from '../../chain-time.js'
import type { FlowClient, RequestOptions } from '../../client.js'
import { clockTime } from '../../convert.js'
import { type Body, child, requiredString, string } from '../../decode.js'
import { isFlowQueryError } from '../../errors.js'
import type { UnclearRun } from '../../insights/unclear.js'
import { read } from '../../request.js'
import { packetTimeout } from '../../status.js'
import type { Flow, TrustlessAgent } from '../../types.js'
import { interchainAccountOf } from '../facts.js'
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
   * - `open`: the packet has not arrived yet
   * - `unknown`: the other chain can't be read
   */
  result: PacketResult['result'] | 'delivered' | 'timedOut' | 'open' | 'unknown'
  /** The error code of the other chain. */
  code: number | null
}

export interface PacketsArgs {
  flow: Flow
  /** The runs that sent the packets, for example from `unclearRuns`. */
  runs: readonly UnclearRun[]
}

/**
 * Returns what happened to the packets of a flow's runs, in the order of the runs. The client needs the LCD of the other chain in
 * `chains`. Without it, or if requests fail, the results are `open` or `unknown`.
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
  // The commitments come first, because a packet that is delivered in between would otherwise look as if it had timed out.
  const open = channel && (await orUndefined(readOpen(client, channel, options)))
  const hashes = there && (await orUndefined(readHashes(there, channel, sequences, options)))
  const blockTime = there && clockTime((await orUndefined(chainTime(there, {}, options)))?.block ?? '')
  const results = createResults(flow.msgs)

  const packetOf = async (run: UnclearRun, sequence: string): Promise<Packet> => {
    const hash = hashes?.get(sequence)
    const packet = { run: run.number, sequence, code: null }
    if (hash !== undefined) return { ...packet, ...((await results.find(hash)) ?? { result: 'delivered' }) }
    if (open?.has(sequence)) return { ...packet, result: 'open' }
    // A node that lags behind may not have the acknowledgement yet.
    const isBehind = blockTime !== undefined && blockTime < clockTime(run.time) + packetTimeout(flow)
    return { ...packet, result: hashes && open && !isBehind ? 'timedOut' : 'unknown' }
  }
  return Promise.all(sent.map(({ run, sequence }) => packetOf(run, sequence)))
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
    port: requiredString(body, 'port_id'),
    channel: requiredString(body, 'channel_id'),
    ...child(body, 'counterparty', counterparty => ({
      portThere: string(counterparty, 'port_id'),
      channelThere: string(counterparty, 'channel_id'),
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
    await readList(readFrom(client, options), path, 'commitments', body => requiredString(body, 'sequence')),
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
      body => [requiredString(body, 'sequence'), requiredString(body, 'data')] as const,
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

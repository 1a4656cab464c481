import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BlockTime,
  type ChainTime,
  chainTime,
  type Flow,
  type FlowClient,
  type FlowStatus,
  flowStatus,
  isFlowQueryError,
  toDate,
} from '@flow-query/core'
import { emitsEvent, type FlowEvent, type LiveStatus } from '@flow-query/core/live'
import { describeLateBlock, formatTime } from '@flow-query/format'
import { listen, newestFlows, nextToRun, ranBetween } from '../node/listening.js'
import { differs, fails, pass, type Step, type StepResult, skipped } from './finding.js'

export interface EventOptions {
  /** The URL in `--rpc`, or null to try the URL of the LCD. */
  rpc: string | null
  lcd: string
  client: FlowClient
  WebSocket: FlowClient['WebSocket']
  timeout: number
  signal: AbortSignal
}

/** Wait for an event only if a flow is due within this many milliseconds. */
const maximumWait = 20_000
/** How long an event may arrive after its run, in milliseconds. This is longer than a block. */
const eventTimeout = 3_000

export function eventSteps({ rpc, lcd, client, WebSocket, timeout, signal }: EventOptions): Step[] {
  const step = (topic: string, run: Step['run']): Step => ({ group: 'events', topic, run })
  const listening = new AbortController()
  const untilEnd = AbortSignal.any([signal, listening.signal])
  const heard: FlowEvent[] = []
  let connected = false
  return [
    step('subscriptions', async () => {
      const node = { rpc: rpc ?? lcd, WebSocket }
      const status = await firstStatus(node, events => heard.push(...events), timeout, untilEnd)
      connected = status?.state === 'connected'
      if (connected) return pass(`accepted by ${rpc ?? lcd}`)
      listening.abort()
      const error: unknown = status?.error
      if (isFlowQueryError(error, 'rateLimited'))
        return differs(`${error.shortMessage}. Apps poll until the node accepts more.`)
      return rpc === null
        ? skipped("pass the node's RPC to check it: --rpc https://rpc.example.org")
        : fails(`${status?.error?.message ?? `no response within ${timeout} ms.`} Apps must poll.`)
    }),
    step('events of executions', async () => {
      if (!connected) return skipped('no event connection')
      try {
        return await firstHeard(client, heard, signal)
      } finally {
        listening.abort()
      }
    }),
  ]
}

async function firstStatus(
  node: Pick<FlowClient, 'rpc' | 'WebSocket'>,
  onEvents: (events: readonly FlowEvent[]) => void,
  timeout: number,
  signal: AbortSignal,
): Promise<LiveStatus | undefined> {
  const deadline = AbortSignal.timeout(timeout)
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => resolve(undefined))
    signal.addEventListener('abort', () => reject(signal.reason))
    listen(node, {
      onEvents,
      onStatus(status) {
        if (status.state !== 'connecting') resolve(status)
      },
      signal,
    })
  })
}

/** Waits for an event, or for a run whose event is missing. Some nodes accept subscriptions but send no events. */
async function firstHeard(client: FlowClient, heard: readonly FlowEvent[], signal: AbortSignal): Promise<StepResult> {
  const time = await newestBlock(client, signal)
  if (!time) return skipped('the node does not return the time of its newest block')
  if (describeLateBlock(time)) return skipped(`the chain has made no blocks since ${formatTime(time.block)}`)
  const before = await newestFlows(client, { signal })
  const next = await nextToRunFor(client, before, time, signal)
  const deadline = (next?.time ?? Number.POSITIVE_INFINITY) + maximumWait
  if (!next || next.time > Date.now() + maximumWait)
    return skipped(`none of the newest flows is due within ${maximumWait / 1_000} s`)
  /** The runs so far, by flow ID. `isCertain` means that the run must have emitted an event. */
  const runs = new Map<string, { foundAt: number; flow: Flow; isCertain: boolean }>()
  for (;;) {
    const [event] = heard
    if (event)
      return pass(
        `received for ${event.id === null ? `a flow of ${event.owner}` : `flow ${event.id}`} in block ${event.height}`,
      )
    const ended = await endedSince(client, next.flow, signal)
    for (const flow of [...ranBetween(before, await newestFlows(client, { signal })), ...(ended ? [ended] : [])]) {
      if (runs.has(flow.id)) continue
      const { history } = await client.flowHistory({ id: flow.id, limit: 1, reverse: true }, { signal })
      runs.set(flow.id, { foundAt: Date.now(), flow, isCertain: history.some(emitsEvent) })
    }
    const missed = [...runs.values()].find(({ foundAt, isCertain }) => isCertain && Date.now() > foundAt + eventTimeout)
    if (missed)
      return differs(
        `flow ${missed.flow.id} ran at ${formatTime(missed.flow.execTime)} without an event. Releases before 0.9.3 accept subscriptions but send no events, so apps must poll.`,
      )
    if (Date.now() > deadline) {
      const [ran] = runs.values()
      return skipped(
        ran
          ? `flow ${ran.flow.id} ran, but not every run emits an event, and no other flow was due`
          : `flow ${next.flow.id} was due but did not run`,
      )
    }
    await sleep(500, undefined, { signal })
  }
}

async function newestBlock(client: FlowClient, signal: AbortSignal): Promise<ChainTime | null> {
  try {
    return await chainTime(client, {}, { signal })
  } catch (error) {
    if (isFlowQueryError(error, 'unsupported')) return null
    throw error
  }
}

/** Excludes flows that still look due although they have just ended. */
async function nextToRunFor(client: FlowClient, flows: readonly Flow[], time: BlockTime, signal: AbortSignal) {
  const isOver = await Promise.all(
    flows.map(
      async flow => isDue(flow, time) && !['active', 'scheduled'].includes(await statusOf(client, flow, time, signal)),
    ),
  )
  return nextToRun(
    flows.filter((_, place) => !isOver[place]),
    time,
  )
}

/** Returns the flow if it was due and has ended. The last run doesn't change the flow itself, so this reads its history. */
async function endedSince(client: FlowClient, flow: Flow, signal: AbortSignal): Promise<Flow | undefined> {
  const time = await chainTime(client, {}, { signal })
  if (!isDue(flow, time)) return undefined
  const status = await statusOf(client, flow, time, signal)
  return status === 'completed' || status === 'stopped' ? flow : undefined
}

function isDue(flow: Flow, time: BlockTime): boolean {
  return flowStatus(flow, time) === 'active' && (toDate(flow.execTime)?.getTime() ?? 0) <= Date.now()
}

async function statusOf(client: FlowClient, flow: Flow, time: BlockTime, signal: AbortSignal): Promise<FlowStatus> {
  const { history } = await client.flowHistory({ id: flow.id, limit: 1, reverse: true }, { signal })
  return flowStatus(flow, time, { newest: history[0] })
}

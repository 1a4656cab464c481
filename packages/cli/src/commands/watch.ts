import { executionOutcome, type Flow, type FlowHistoryEntry } from '@flow-query/core'
import type { FlowEvent, LiveStatus } from '@flow-query/core/live'
import { describeFlow, formatAmounts, formatCount, formatRelativeTime, formatTime } from '@flow-query/words'
import { problemOf } from '../executions.js'
import { messageOf } from '../failure.js'
import { outcomePart } from '../flows.js'
import { type Access, accessOf } from '../node/client.js'
import { listen, newestFlows, nextToRun, ranBetween } from '../node/listening.js'
import type { Context } from '../settings.js'
import { createOutput, dim, type Output, type Part } from '../terminal/output.js'

export interface WatchOptions {
  owner?: string
  heartbeat?: number
}

export async function run(context: Context, id: string | undefined, options: WatchOptions): Promise<void> {
  const { settings, signal } = context
  const { owner, heartbeat: seconds = 30 } = options
  const output = createOutput(context)
  const access = await accessOf(context)
  const { client } = access
  /** Flows to be shown of which another chain has yet to tell how a run went there. */
  const pending = new Map<string, Flow>()
  // A mistaken number is told now, and not by silence.
  const watched = id === undefined ? undefined : (await read(id)).flow
  const inOrder = queue(error => output.note(messageOf(error)))
  const tell = teller(output, client.rpc, settings.embedded === true || settings.rpc !== undefined)
  const heartbeat = createHeartbeat(output, access, seconds)
  const timer = seconds ? setInterval(() => inOrder(heartbeat.print), seconds * 1_000) : undefined
  try {
    await new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      listen(client, {
        signal,
        onStatus(status) {
          tell(status)
          heartbeat.connection(status.state === 'connected')
        },
        onEvents(events) {
          heartbeat.heard(events.length)
          for (const event of events) inOrder(() => show(event))
        },
      })
    })
  } finally {
    clearInterval(timer)
  }

  async function show(event: FlowEvent): Promise<void> {
    if (event.id === null) return showAnswer(event)
    if (watched && event.id !== watched.id) return
    if (owner !== undefined && (event.owner ?? (await client.flow({ id: event.id }, access.options)).owner) !== owner)
      return
    heartbeat.shown()
    if (settings.json) return output.jsonLine(event)
    const { flow, entry } = await read(event.id)
    await output.line(...lineOf(event, flow, entry))
  }

  /** `v1beta1` tells who sent what another chain answered, and not for which flow: for one that waits. */
  async function showAnswer(event: FlowEvent): Promise<void> {
    const waiting = [...pending.values()].filter(flow => senderOf(flow) === event.owner)
    const isOfOwner = owner === undefined || owner === event.owner
    const isWanted = watched ? senderOf(watched) === event.owner : isOfOwner || waiting.length > 0
    if (!isWanted) return
    if (settings.json) {
      heartbeat.shown()
      return output.jsonLine(event)
    }
    let isFound = false
    for (const { id } of waiting) {
      const { flow, entry } = await read(id)
      if (pending.has(id)) continue
      isFound = true
      await output.line(...lineOf(event, flow, entry))
    }
    if (!isFound && !watched) await output.line(headOf(event), `  A flow of ${event.owner}  was answered`)
    if (isFound || !watched) heartbeat.shown()
  }

  async function read(id: string): Promise<{ flow: Flow; entry: FlowHistoryEntry | undefined }> {
    const [flow, { history }] = await Promise.all([
      client.flow({ id }, access.options),
      client.flowHistory({ id, limit: 1, reverse: true }, access.options),
    ])
    const [entry] = history
    if (entry && executionOutcome(entry, flow, Date.now()) === 'pending') pending.set(flow.id, flow)
    else pending.delete(flow.id)
    return { flow, entry }
  }
}

/** `21:57:56  block 1201  Flow 14  Pay rent  ✓ Succeeded  0.0192 INTO`. */
function lineOf(event: FlowEvent, flow: Flow, entry: FlowHistoryEntry | undefined): Part[] {
  const { type } = event
  const now = Date.now()
  const head = [headOf(event), `  Flow ${flow.id}  `]
  const label: Part = { text: flow.label || describeFlow(flow), look: 'bold' }
  if (type === 'created' || type === 'updated') return [...head, label, `  ${changes[type]}`]
  if (!entry) return [...head, label]
  const fee = formatAmounts(entry.execFee)
  const problem = problemOf(entry)
  return [
    ...head,
    label,
    '  ',
    outcomePart(executionOutcome(entry, flow, now)),
    fee && `  ${fee}`,
    dim(problem && `  ${problem}`),
  ]
}

const headOf = ({ height }: FlowEvent): Part => dim(`${timeOfDay(Date.now())}  block ${height}`)

/** Whose packets the flow's runs are. */
const senderOf = ({ trustlessAgent, owner }: Flow) => trustlessAgent?.agentAddress || owner

const changes = { created: 'was made', updated: 'was changed by its owner' }

const timeOfDay = (time: number) => new Date(time).toTimeString().slice(0, 8)

/** Tells when the connection is there and when it is lost, but not how often it is tried again. */
function teller(output: Output, rpc: string | undefined, isNamed: boolean): (status: LiveStatus) => void {
  let isLost = false
  return ({ state, error }) => {
    if (state === 'connected') output.note(dim(`Watching ${rpc}. Ctrl-C ends it.`))
    if (state === 'reconnecting' && !isLost) {
      output.note(`${error?.message ?? 'The connection broke.'} Trying again.`)
      if (!isNamed) output.note('The RPC of a node has an address of its own: --rpc https://rpc.example.org')
    }
    isLost = state === 'reconnecting' || (isLost && state === 'connecting')
  }
}

/**
 * Says what is heard while there is nothing to show: that the chain runs no flow, that it runs others, or that it runs
 * flows of which this node tells nothing.
 */
function createHeartbeat(output: Output, { client, options, answeredAt }: Access, seconds: number) {
  let isShown = false
  let heard = 0
  /** How the flows were when the connection came about, or when a heartbeat was printed last; null without a connection. */
  let before: Promise<Flow[]> | null = null

  function look(): Promise<Flow[]> {
    const flows = newestFlows(client, options)
    // Whoever waits for it hears of its failure.
    flows.catch(() => {})
    return flows
  }

  function words(ran: Flow | undefined, flows: readonly Flow[]): Part {
    if (heard) return dim(`${formatCount(heard, 'event')} of other flows`)
    if (ran)
      return `No event in ${seconds} s, although flow ${ran.id} ran at ${formatTime(ran.execTime)}. This node takes subscriptions and tells nothing, as releases before 0.9.3 do: another one may tell, --rpc`
    const next = nextToRun(flows, Date.now())
    return dim(
      `Nothing ran${next ? `. Flow ${next.flow.id} is next, ${formatRelativeTime(next.time, Date.now())}` : ''}`,
    )
  }

  return {
    connection(isThere: boolean): void {
      before = isThere ? look() : null
    },
    heard(events: number): void {
      heard += events
    },
    shown(): void {
      isShown = true
    },
    async print(): Promise<void> {
      if (before === null) return
      const flows = look()
      const [ran] = ranBetween(await before, await flows)
      if (!isShown)
        output.note(dim(`${timeOfDay(Date.now())}  block ${answeredAt() ?? 'unknown'}  `), words(ran, await flows))
      before = flows
      heard = 0
      isShown = false
    },
  }
}

/** Does one thing after the other, so that lines stand in the order of their events. One that fails ends nothing. */
function queue(failed: (error: unknown) => void): (work: () => Promise<void>) => void {
  let last = Promise.resolve()
  return work => {
    last = last.then(work).catch(failed)
  }
}

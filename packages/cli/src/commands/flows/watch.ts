import { executionOutcome, type Flow, isFlowQueryError } from '@flow-query/core'
import { emitsEvent, type FlowEvent, type LiveStatus } from '@flow-query/core/live'
import { describeFlow, formatAmounts, formatCount } from '@flow-query/format'
import { accountAddress, type Define, examples, flowId, integerFrom } from '../../definition.js'
import { problemOf } from '../../executions.js'
import { messageOf } from '../../failure.js'
import { outcomePart } from '../../flows.js'
import { accessOf, readTime } from '../../node/client.js'
import { listen } from '../../node/listening.js'
import type { Context } from '../../settings.js'
import { createOutput, dim, type Output, type Part } from '../../terminal/output.js'
import { checkInterval, createWatchedDueRuns, type SeenFlow, type SeenRun } from '../../watch/due-runs.js'
import { createFailureReport } from '../../watch/failures.js'
import { createHeartbeat } from '../../watch/heartbeat.js'
import { createQueue } from '../../watch/queue.js'
import { timeOfDay } from '../../watch/time-of-day.js'

interface WatchOptions {
  owner?: string
  heartbeat?: number
}

const maximumWaiting = 1_000

export const define: Define = (command, context) =>
  command
    .argument('[id]', 'watch only this flow', flowId)
    .option('--owner <address>', 'watch only flows of this owner', accountAddress)
    .option(
      '--heartbeat <s>',
      'seconds between status lines while nothing happens (default: 30). 0 disables them',
      integerFrom(0, 86_400),
    )
    .addHelpText('after', examples('watch --embedded', 'watch 14 --embedded', 'watch --json --embedded'))
    .action((id, options) => run(context(), id, options))

async function run(context: Context, id: string | undefined, options: WatchOptions): Promise<void> {
  const { settings, signal } = context
  const { owner, heartbeat: seconds = 30 } = options
  const output = createOutput(context)
  const failures = createFailureReport(output)
  const access = await accessOf(context)
  const { client, options: request } = access
  /** The flows whose newest run waits for an acknowledgement from another chain. */
  const pending = new Map<string, Flow>()
  // Throws for an unknown ID, an address of another chain or a wrong URL, instead of waiting for events that never come.
  const watched = id === undefined ? undefined : (await read(id)).flow
  if (owner !== undefined) await client.flowsForOwner({ owner, limit: 1 }, request)
  else if (!watched) await client.flows({ limit: 1 }, request)
  const queue = createQueue({
    limit: maximumWaiting,
    signal,
    onError: failures.failed,
    onDropped: count =>
      output.note(`${formatCount(count, 'line')} omitted, because events arrived faster than they could be printed`),
  })
  const reportStatus = createStatusReport(output, client.rpc, settings.embedded === true || settings.rpc !== undefined)
  const heartbeat = createHeartbeat(output, access, failures)
  const dueRuns = createWatchedDueRuns({
    client,
    options: request,
    watched: { id, owner },
    queue,
    read,
    onLoaded: failures.succeeded,
    onRun: showRunWithoutEvent,
    onTooMany: limit => output.note(dim(`Runs that emit no event are shown for only ${formatCount(limit, 'flow')}.`)),
  })
  const timers = [setInterval(dueRuns.check, checkInterval)]
  if (seconds) timers.push(setInterval(() => queue.push(heartbeat.print), seconds * 1_000))
  try {
    await new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      dueRuns.check()
      listen(client, {
        signal,
        onStatus(status) {
          reportStatus(status)
          heartbeat.connection(status.state === 'connected')
        },
        onEvents(events) {
          heartbeat.heard(events.length)
          for (const event of events) {
            if (event.type === 'executed' && event.id !== null) dueRuns.eventArrived(event.id)
            queue.push(() => show(event))
          }
        },
      })
    })
  } finally {
    for (const timer of timers) clearInterval(timer)
  }

  async function show(event: FlowEvent): Promise<void> {
    if (event.id === null) return showAcknowledgement(event)
    if (watched && event.id !== watched.id) return
    if (owner !== undefined && (event.owner ?? (await client.flow({ id: event.id }, request)).owner) !== owner) return
    heartbeat.shown()
    if (settings.json) {
      await output.jsonLine(event)
      if (event.type === 'created' || event.type === 'updated')
        dueRuns.flowRead(await client.flow({ id: event.id }, request))
      return
    }
    const seen = await read(event.id)
    dueRuns.flowRead(seen.flow)
    await output.line(...lineOf(event.type, headOf(event), seen))
  }

  /** Prints a run without an event. Its conditions skipped it, or its event was lost. */
  async function showRunWithoutEvent({ flow, entry, time }: SeenRun): Promise<void> {
    if (emitsEvent(entry)) heartbeat.eventMissing(flow)
    heartbeat.shown()
    const { id, owner } = flow
    const { scheduledExecTime } = entry
    const outcome = executionOutcome(entry, flow, time)
    if (settings.json) return output.jsonLine({ type: 'executed', id, owner, height: null, outcome, scheduledExecTime })
    await output.line(...lineOf('executed', dim(`${timeOfDay(Date.now())}  no event`), { flow, entry, time }))
  }

  /** Finds the flow of an acknowledgement by reading the sender's pending flows. `v1beta1` events contain only the sender. */
  async function showAcknowledgement(event: FlowEvent): Promise<void> {
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
      const seen = await read(id)
      if (pending.has(id)) continue
      isFound = true
      await output.line(...lineOf(event.type, headOf(event), seen))
    }
    if (!isFound && !watched)
      await output.line(headOf(event), `  A flow of ${event.owner}  received an acknowledgement`)
    if (isFound || !watched) heartbeat.shown()
  }

  async function read(id: string): Promise<SeenFlow> {
    const [time, flow, { history }] = await Promise.all([
      readTime(access),
      client.flow({ id }, request),
      client.flowHistory({ id, limit: 1, reverse: true }, request),
    ])
    failures.succeeded()
    const [entry] = history
    if (entry && executionOutcome(entry, flow, time) === 'pending') pending.set(flow.id, flow)
    else pending.delete(flow.id)
    return { flow, entry, time }
  }
}

/** `21:57:56  block 1201  Flow 14  Pay rent  ✓ Succeeded  0.0192 INTO`. */
function lineOf(type: FlowEvent['type'], start: Part, { flow, entry, time }: SeenFlow): Part[] {
  const head = [start, `  Flow ${flow.id}  `]
  const label: Part = { text: flow.label || describeFlow(flow), look: 'bold' }
  if (type === 'created' || type === 'updated') return [...head, label, `  ${changes[type]}`]
  if (!entry) return [...head, label]
  const fee = formatAmounts(entry.execFee)
  const problem = problemOf(entry)
  return [
    ...head,
    label,
    '  ',
    outcomePart(executionOutcome(entry, flow, time)),
    fee && `  ${fee}`,
    dim(problem && `  ${problem}`),
  ]
}

const headOf = ({ height }: FlowEvent): Part => dim(`${timeOfDay(Date.now())}  block ${height}`)

const senderOf = ({ trustlessAgent, owner }: Flow) => trustlessAgent?.agentAddress || owner

const changes = { created: 'created', updated: 'updated by its owner' }

/** Reports when the connection opens and when it is lost, but not the attempts in between. */
function createStatusReport(output: Output, rpc: string | undefined, isRpcSet: boolean): (status: LiveStatus) => void {
  let isConnected = false
  let isLost = false
  return ({ state, error }) => {
    if (state === 'connected' && !isConnected) output.note(dim(`Watching ${rpc}. Press Ctrl-C to stop.`))
    isConnected = state === 'connected'
    if (state === 'reconnecting' && !isLost) {
      const isFull = isFlowQueryError(error, 'rateLimited')
      output.note(
        `${error ? messageOf(error) : 'The connection was lost.'} Reconnecting. Until then, flows are read when they are due.`,
      )
      if (isFull) output.note('You can use another RPC endpoint: --rpc https://rpc.example.org')
      else if (!isRpcSet) output.note('If the RPC endpoint has a separate URL, pass it: --rpc https://rpc.example.org')
    }
    isLost = state === 'reconnecting' || (isLost && state === 'connecting')
  }
}

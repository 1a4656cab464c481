import { executionOutcome, type Flow, type FlowHistoryEntry } from '@flow-query/core'
import { type FlowEvent, type LiveStatus, watchFlows } from '@flow-query/core/live'
import { amounts, describe as inWords, words } from '@flow-query/explorer-kit'
import { WebSocket } from 'ws'
import { accessOf } from '../client.js'
import { problemOf } from '../executions.js'
import { outcomePart } from '../flows.js'
import { createOutput, dim, type Output, type Part } from '../output.js'
import type { Context } from '../settings.js'

export interface WatchOptions {
  owner?: string
}

export async function run(context: Context, [id]: string[], { owner }: WatchOptions): Promise<void> {
  const { settings, signal } = context
  const output = createOutput(settings)
  const access = await accessOf(context)
  const { client } = access
  // A mistaken number is told now, and not by silence.
  if (id !== undefined) await client.flow({ id }, access.options)
  // Many a node, and `serve`, has both at one address.
  const rpc = client.rpc ?? client.chain
  const printing = queue(error => output.note(error instanceof Error ? error.message : String(error)))
  const tell = teller(output, rpc, settings.embedded === true || settings.rpc !== undefined)
  await new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    watchFlows({
      rpc,
      WebSocket: client.WebSocket ?? WebSocket,
      signal,
      onStatus: tell,
      onEvent: event => printing(() => show(event)),
    })
  })

  async function show(event: FlowEvent): Promise<void> {
    if (id !== undefined && event.id !== BigInt(id).toString()) return
    if (owner !== undefined && (event.owner ?? (await client.flow({ id: event.id }, access.options)).owner) !== owner)
      return
    if (settings.json) return output.write(`${JSON.stringify(event)}\n`)
    const [flow, { history }] = await Promise.all([
      client.flow({ id: event.id }, access.options),
      client.flowHistory({ id: event.id, limit: 1, reverse: true }, access.options),
    ])
    await output.line(...lineOf(event, flow, history[0]))
  }
}

/** `21:57:56  flow 14  Pay rent  ✓ Succeeded  0.0192 INTO`. */
function lineOf({ type, height }: FlowEvent, flow: Flow, entry: FlowHistoryEntry | undefined): Part[] {
  const now = Date.now()
  const head = [dim(`${new Date(now).toTimeString().slice(0, 8)}  block ${height}`), `  ${words.flow.title(flow.id)}  `]
  const label: Part = { text: flow.label || inWords(flow), look: 'bold' }
  if (type === 'created' || type === 'updated') return [...head, label, `  ${happenings[type]}`]
  if (!entry) return [...head, label]
  const [error] = entry.errors
  const fee = amounts(entry.execFee)
  return [
    ...head,
    label,
    '  ',
    outcomePart(executionOutcome(entry, flow, now)),
    ...(fee ? [`  ${fee}`] : []),
    ...(error === undefined ? [] : [dim(`  ${problemOf(error)}`)]),
  ]
}

const happenings = { created: 'was made', updated: 'was changed by its owner' }

/** Tells when the connection is there and when it is lost, but not how often it is tried again. */
function teller(output: Output, rpc: string, named: boolean): (status: LiveStatus) => void {
  let lost = false
  return ({ state, error }) => {
    if (state === 'connected') output.note(dim(`Watching ${rpc}. Ctrl-C ends it.`))
    if (state === 'reconnecting' && !lost) {
      output.note(`${error?.message ?? 'The connection broke.'} Trying again.`)
      if (!named) output.note('The RPC of a node has an address of its own: --rpc https://rpc.example.org')
    }
    lost = state === 'reconnecting' || (lost && state === 'connecting')
  }
}

/** Does one thing after the other, so that lines stand in the order of their events. One that fails ends nothing. */
function queue(failed: (error: unknown) => void): (work: () => Promise<void>) => void {
  let last = Promise.resolve()
  return work => {
    last = last.then(work).catch(failed)
  }
}

import type { ChainEvent } from '../chain/chain-events.js'
import { goJson } from '../go/text.js'
import type { AbciEvent, FrameContext } from './abci-events.js'
import { blockEvents, type Executed } from './block-events.js'
import type { Attributes } from './filter.js'
import {
  type ByOwner,
  type ByRelayer,
  ownersTransaction,
  relayersTransaction,
  type Transaction,
} from './transactions.js'

/** A message that a node sends to its subscribers: the events of a block, or of one transaction in it. */
export interface Frame {
  height: number
  attributes: Attributes
  /** `data` and `events` return `result.data` and `result.events` as JSON. */
  data: () => string
  events: () => string
}

/** Groups events into frames, sorted by height. */
export function framesOf(chainEvents: readonly ChainEvent[], context: FrameContext): Frame[] {
  const byHeight = new Map<number, ChainEvent[]>()
  for (const event of chainEvents) {
    const others = byHeight.get(event.height)
    if (others) others.push(event)
    else byHeight.set(event.height, [event])
  }
  return [...byHeight].sort(([a], [b]) => a - b).flatMap(([height, events]) => framesAt(height, events, context))
}

function framesAt(height: number, chainEvents: readonly ChainEvent[], context: FrameContext): Frame[] {
  const executed = chainEvents.filter(isExecuted)
  // Releases without flow events report only blocks in which a flow ran.
  const transactions = context.release.flowEvents ? transactionsOf(height, chainEvents, context) : []
  const frames = transactions.map((transaction, index) => transactionFrame(transaction, height, index))
  return executed.length === 0 ? frames : [blockFrame(executed, height, transactions.length, context), ...frames]
}

function transactionsOf(height: number, chainEvents: readonly ChainEvent[], context: FrameContext): Transaction[] {
  const transactions = chainEvents.filter(isByOwner).map(event => ownersTransaction(event, context))
  const relayed = chainEvents.filter(isByRelayer)
  const answered = relayed.filter(({ kind }) => kind === 'acknowledged')
  const timedOut = relayed.filter(({ kind }) => kind === 'timedOut')
  if (relayed.length > 0) transactions.push(relayersTransaction([...answered, ...timedOut], height, context))
  return transactions
}

function isExecuted(event: ChainEvent): event is Executed {
  return event.kind === 'executed'
}

function isByOwner(event: ChainEvent): event is ByOwner {
  return event.kind === 'created' || event.kind === 'updated'
}

function isByRelayer(event: ChainEvent): event is ByRelayer {
  return event.kind === 'acknowledged' || event.kind === 'timedOut'
}

function blockFrame(executed: readonly Executed[], height: number, transactions: number, context: FrameContext): Frame {
  const events = blockEvents(executed, context)
  const value = { height: String(height), events, num_txs: String(transactions) }
  return frame('NewBlockEvents', height, events, value)
}

function transactionFrame({ hash, gasWanted, gasUsed, events }: Transaction, height: number, index: number): Frame {
  const result = { data: '', gas_wanted: String(gasWanted), gas_used: String(gasUsed), events }
  // Go omits fields that are zero.
  const place = index === 0 ? {} : { index }
  const TxResult = { height: String(height), ...place, tx: '', result }
  return frame('Tx', height, events, { TxResult }, { 'tx.hash': [hash], 'tx.height': [String(height)] })
}

function frame(
  kind: 'NewBlockEvents' | 'Tx',
  height: number,
  events: readonly AbciEvent[],
  value: unknown,
  more: Attributes = {},
): Frame {
  const attributes: Record<string, string[]> = {}
  for (const { type, attributes: own } of events)
    for (const { key, value } of own) {
      const name = `${type}.${key}`
      const values = attributes[name]
      if (values) values.push(value)
      else attributes[name] = [value]
    }
  const all = { ...attributes, ...more, 'tm.event': [kind] }
  return {
    height,
    attributes: all,
    data: once(() => goJson({ type: `tendermint/event/${kind}`, value })),
    events: once(() => goJson(all)),
  }
}

/** Converts a frame to text on the first call only, because most frames have no subscriber and some have many. */
function once(print: () => string): () => string {
  let text: string | undefined
  return () => {
    text ??= print()
    return text
  }
}

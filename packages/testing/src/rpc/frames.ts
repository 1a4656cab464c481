import type { Happening } from '../chain/chain-events.js'
import type { Params } from '../chain/state.js'
import { toBase64 } from '../go/bytes.js'
import { goJson } from '../go/go.js'
import { blockEvents, type ChainEvent } from './abci-events.js'
import type { Attributes } from './filter.js'
import { ownersTransaction, relayersTransaction, type Transaction } from './transactions.js'

/** What a node tells its subscribers at once: the events of a block, or of a transaction in it. */
export interface Frame {
  height: number
  attributes: Attributes
  /** `result.data` and `result.events` in JSON. */
  data: () => string
  events: () => string
}

/** What happened, block by block and in each as CometBFT has it: the block's own events first, then the transactions'. */
export function framesOf(happenings: readonly Happening[], params: Params): Frame[] {
  const byHeight = new Map<number, Happening[]>()
  for (const happening of happenings) {
    const own = byHeight.get(happening.height)
    if (own) own.push(happening)
    else byHeight.set(happening.height, [happening])
  }
  return [...byHeight.keys()]
    .sort((a, b) => a - b)
    .flatMap(height => framesAt(height, byHeight.get(height) ?? [], params))
}

function framesAt(height: number, happenings: readonly Happening[], params: Params): Frame[] {
  const of = (...kinds: Happening['kind'][]) => happenings.filter(({ kind }) => kinds.includes(kind))
  const transactions = of('created', 'updated').map(ownersTransaction)
  const [answered, timedOut] = [of('answered'), of('timedOut')]
  if (answered.length > 0) transactions.push(relayersTransaction(answered, height))
  if (timedOut.length > 0) transactions.push(relayersTransaction(timedOut, height))
  const frames = transactions.map((transaction, index) => transactionFrame(transaction, height, index))
  const executed = of('executed')
  return executed.length === 0 ? frames : [blockFrame(executed, height, transactions.length, params), ...frames]
}

function blockFrame(executed: readonly Happening[], height: number, transactions: number, params: Params): Frame {
  const events = blockEvents(executed, params)
  const value = { height: String(height), events, num_txs: String(transactions) }
  return frame('NewBlockEvents', height, events, value)
}

function transactionFrame(
  { bytes, hash, data, gasWanted, gasUsed, events }: Transaction,
  height: number,
  index: number,
): Frame {
  const result = { data: toBase64(data), gas_wanted: String(gasWanted), gas_used: String(gasUsed), events }
  // Go leaves out what is zero.
  const place = index === 0 ? {} : { index }
  const TxResult = { height: String(height), ...place, tx: toBase64(bytes), result }
  return frame('Tx', height, events, { TxResult }, { 'tx.hash': [hash], 'tx.height': [String(height)] })
}

function frame(
  kind: 'NewBlockEvents' | 'Tx',
  height: number,
  events: readonly ChainEvent[],
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

/** Most frames are asked for by nobody, or by many. */
function once(print: () => string): () => string {
  let text: string | undefined
  return () => {
    text ??= print()
    return text
  }
}

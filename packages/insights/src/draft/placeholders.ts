import type { AnyMessage } from '@flow-query/core'
import { isRecord, isTooDeep, parseJson, toBech32 } from '@flow-query/core/parts/decode'
import { ownPrefix, parseAddress } from './address.js'
import type { FlowDraft } from './draft.js'
import { sha256 } from './sha256.js'

/*
 * Before the owner signs a flow, the portal replaces these texts in the fields of its messages. It also finds them in nested objects, in
 * messages of contracts, and in a memo that is JSON.
 *
 * - `Your Intento address`: the owner's address
 * - `Your address`: the address of the wallet that is connected to the other chain
 * - `Your osmo address`: the account of that wallet with the prefix `osmo`, or with any other prefix
 * - `USDC (transfer/channel-750)`, also in a longer text: the denom of `uusdc` that was sent over this channel
 *
 * If the owner pays an agent in a denom of another chain, the flow is submitted from that chain. The portal then only replaces
 * `Your Intento address` and `Your Address`. The chain itself replaces `ICA_ADDR` in messages that run on another chain.
 */

const ownersText = 'Your Intento address'

/** Returns a message of the portal with all texts replaced that don't depend on the connected wallet. */
export function withKnownTexts(message: unknown, owner: string): unknown {
  return withTexts(message, text => (text === ownersText && owner ? owner : withDenoms(text)))
}

/**
 * Returns a draft in which placeholders are replaced by addresses of the owner's account. The connected wallet has this account if it
 * uses the owner's key and the chains have the same coin type.
 *
 * @param hostPrefix the prefix of addresses on the chain that executes the messages
 */
export function withOwnersAddresses(draft: FlowDraft, hostPrefix = ownPrefix): FlowDraft {
  const account = parseAddress(draft.owner)?.account
  if (account === undefined || placeholdersIn(draft).length === 0) return draft
  const msgs = withTexts(draft.msgs, text => {
    const prefix = prefixIn(text, hostPrefix)
    return prefix === undefined ? text : toBech32(prefix, account)
  })
  return { ...draft, msgs: msgs as AnyMessage[] }
}

export function placeholdersIn({ msgs }: FlowDraft): string[] {
  const found: string[] = []
  withTexts(msgs, text => {
    if (prefixIn(text, '') !== undefined) found.push(text)
    return text
  })
  return found
}

export function isOfWallet(placeholder: string): boolean {
  return placeholder !== ownersText
}

function prefixIn(text: string, hostPrefix: string): string | undefined {
  if (text === ownersText) return ownPrefix
  if (text === 'Your address' || text === 'Your Address') return hostPrefix
  const [, prefix] = /^Your ([a-zA-Z\d]+) address$/.exec(text) ?? []
  return prefix?.toLowerCase()
}

function withTexts(value: unknown, replace: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map(item => withTexts(item, replace, depth + 1))
  if (!isRecord(value)) return value
  const fields = Object.entries(value).map(([name, part]) => {
    const json = name === 'memo' && typeof part === 'string' ? jsonInMemo(part, depth + 1) : undefined
    const replaced = withTexts(json === undefined ? part : json, replace, depth + 1)
    return [name, json === undefined ? replaced : JSON.stringify(replaced)]
  })
  return Object.fromEntries(fields)
}

/** A memo can contain a message with a memo, and so on. */
const mostLevels = 500

function jsonInMemo(memo: string, depth: number): unknown {
  const json = parseJson(memo)
  return isTooDeep(json, Math.max(0, mostLevels - depth)) ? undefined : json
}

function withDenoms(text: string): string {
  // Without the rest of the text, each parenthesis is closed, so that the search takes linear time.
  const end = text.lastIndexOf(')') + 1
  const start = text
    .slice(0, end)
    .replace(/([A-Z]+)(?: \(([^)]+)\))?/g, (found, symbol: string, path?: string) =>
      path === undefined ? found : `ibc/${sha256(`${path}/u${symbol.toLowerCase()}`).toUpperCase()}`,
    )
  return start + text.slice(end)
}

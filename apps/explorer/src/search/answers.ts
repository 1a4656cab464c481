import type { Flow, FlowHistoryEntry } from '@flow-query/core'
import { formatCount, formatLabel, nameProblem, shortenAddress } from '@flow-query/format'
import { type Bookmark, bookmarkPath } from '../bookmarks/bookmarks'
import { isTransactionHash, paths, searchPath } from '../router/paths'

/** An answer of the search, which opens a page. */
export interface SearchOption {
  /** The path of the page. */
  to: string
  text: string
  /** The subject of the page, such as `Flow 14`, `Owner` or `Page`. */
  kind: string
  /** The flow that the page is about, if it is loaded. */
  flow?: Flow
}

export interface SearchAnswers {
  options: readonly SearchOption[]
  /** An explanation of the searched text, if it is a transaction or an error. */
  note: string | null
}

/** The data that the search reads. It sends no requests. */
export interface SearchMemory {
  /** The loaded flows that match the text. */
  found: readonly Flow[]
  /** All loaded flows. */
  flows: readonly Flow[]
  bookmarks: readonly Bookmark[]
  /** The known transactions, which answered the packets of flows. */
  transactions: readonly { flowId: string; transaction: string }[]
  /** The newest loaded runs of flows. */
  histories: readonly { flowId: string; history: readonly FlowHistoryEntry[] }[]
}

const maxOptions = 9
const maxFlows = 5
const maxOwners = 2
/** Shorter texts are part of most addresses. */
const minAddressPart = 4
/** Errors of the chain are sentences. Shorter texts are words of flows. */
const minErrorLength = 16

/** Returns the answers to a text, best first. Enter opens the first one, unless the text is empty. */
export function searchAnswers(text: string, memory: SearchMemory): SearchAnswers {
  const wanted = text.trim()
  if (!wanted) return { options: unique([...memory.bookmarks.map(bookmarkOption), ...pages]), note: null }
  if (isTransactionHash(wanted)) return transactionAnswers(wanted, memory)
  const problem = wanted.length >= minErrorLength ? nameProblem(wanted) : null
  return problem === null ? textAnswers(wanted, memory) : errorAnswers(wanted, problem, memory)
}

const pages: readonly SearchOption[] = [
  ['Overview', paths.overview],
  ['Flows', paths.flows],
  ['Agents', paths.agents],
  ['Parameters', paths.params],
  ['New flow', paths.newFlow],
  ['Subscriptions', paths.subscriptions],
].map(([text = '', to = '']) => ({ text, to, kind: 'Page' }))

function textAnswers(wanted: string, { found, flows, bookmarks }: SearchMemory): SearchAnswers {
  const words = wanted.toLowerCase().split(/\s+/)
  const matches = (text: string) => words.every(word => text.toLowerCase().includes(word))
  const named = bookmarks.filter(({ name, id }) => matches(`${name} ${id}`)).map(bookmarkOption)
  const flow = flows.find(({ id }) => paths.flow(id) === searchPath(wanted))
  return {
    options: unique([
      ...(flow ? [flowOption(flow)] : directOptions(wanted)),
      ...named,
      ...pages.filter(({ text }) => text.toLowerCase().startsWith(wanted.toLowerCase())),
      ...found.slice(0, maxFlows).map(flowOption),
      ...ownersWith(wanted.toLowerCase(), flows).map(ownerOption),
    ]),
    note: null,
  }
}

function transactionAnswers(wanted: string, { flows, transactions }: SearchMemory): SearchAnswers {
  const hash = wanted.replace(/^0x/i, '').toUpperCase()
  const ids = new Set(transactions.filter(known => known.transaction.toUpperCase() === hash).map(known => known.flowId))
  const options = Array.from(ids, id => optionOf(id, flows))
  return {
    options,
    note: options.length
      ? 'This transaction delivered the answer to a run.'
      : 'Transactions can’t be looked up here. A block explorer shows which flow a transaction created. Search for the flow’s ID or its owner.',
  }
}

function errorAnswers(wanted: string, problem: string, { flows, histories }: SearchMemory): SearchAnswers {
  const failed = histories.filter(({ history }) =>
    history.some(({ errors }) => errors.some(error => nameProblem(error) === problem)),
  )
  const options = failed.slice(0, maxFlows).map(({ flowId }) => optionOf(flowId, flows))
  const count = formatCount(failed.length, 'loaded flow')
  return {
    options: unique([...options, ...directOptions(wanted)]),
    note: `${problem}. ${failed.length ? `${count} had this error.` : 'No loaded flow had this error.'}`,
  }
}

/** Returns the page that a text names: a flow, an owner, or the list of flows that contain the text. */
function directOptions(wanted: string): SearchOption[] {
  const to = searchPath(wanted)
  if (to === null) return []
  if (to.startsWith(paths.owner(''))) return [ownerOption(wanted.toLowerCase())]
  if (to.startsWith(paths.flow(''))) return [{ to, text: `Flow ${wanted.replace('#', '')}`, kind: 'Flow' }]
  return [{ to, text: `Search flows for “${wanted}”`, kind: 'Flows' }]
}

function optionOf(id: string, flows: readonly Flow[]): SearchOption {
  const flow = flows.find(flow => flow.id === id)
  return flow ? flowOption(flow) : { to: paths.flow(id), text: `Flow ${id}`, kind: 'Flow' }
}

function flowOption(flow: Flow): SearchOption {
  return { to: paths.flow(flow.id), text: formatLabel(flow), kind: `Flow ${flow.id}`, flow }
}

function ownerOption(owner: string): SearchOption {
  return { to: paths.owner(owner), text: shortenAddress(owner), kind: 'Owner' }
}

function bookmarkOption(bookmark: Bookmark): SearchOption {
  const kind = bookmark.kind === 'owner' ? 'Owner' : `Flow ${bookmark.id}`
  return { to: bookmarkPath(bookmark), text: bookmark.name, kind }
}

function ownersWith(part: string, flows: readonly Flow[]): string[] {
  const owners = new Set<string>()
  if (part.length < minAddressPart) return []
  for (const { owner } of flows) {
    if (owner.includes(part)) owners.add(owner)
    if (owners.size === maxOwners) break
  }
  return Array.from(owners)
}

function unique(options: readonly SearchOption[]): SearchOption[] {
  const known = new Map<string, SearchOption>()
  for (const option of options) {
    const before = known.get(option.to)
    if (!before) known.set(option.to, option)
    // A bookmark has the name that the user knows, and the flow has a status.
    else if (option.flow) known.set(option.to, { ...before, flow: option.flow })
  }
  return Array.from(known.values()).slice(0, maxOptions)
}

import { type AnyMessage, type Flow, toMilliseconds } from '@flow-query/core'
import { filterAndSortFlows } from '@flow-query/core/collection'
import { describeFlow } from '@flow-query/format'
import { arrangement, type Filters, typeName } from './filters.js'
import { isAddress } from './message.js'

/**
 * Returns the flows that match the filters and contain all words of the search, in the order of the filters.
 *
 * A search finds the words that a row shows, such as `swap 5 osmo`, and the message types, addresses and connections of a flow.
 * Texts are cached for the array of flows, so a search of 65,000 flows can run on every keystroke.
 */
export function findFlows(
  flows: readonly Flow[],
  filters: Filters,
  now: number,
  ownerNames: ReadonlyMap<string, string> = noNames,
): Flow[] {
  const arranged = filterAndSortFlows(flows, arrangement(filters), now)
  const words = searchWords(filters.q)
  if (!words.length) return arranged
  const matching = matchingFlows(flows, words, ownerNames)
  return arranged.filter(flow => matching.has(flow))
}

/**
 * Prepares the texts of flows in short steps, so that the first search is fast. Call it when the search field gets the focus. A later
 * call replaces an earlier one.
 */
export function prepareSearch(flows: readonly Flow[]): void {
  clearTimeout(preparing)
  let row = 0
  function step() {
    const end = performance.now() + stepTime
    while (row < flows.length && performance.now() < end) positionOf(flows[row++] as Flow, index.texts)
    if (row < flows.length) preparing = setTimeout(step)
  }
  preparing = setTimeout(step)
}

let preparing: ReturnType<typeof setTimeout> | undefined
/** The duration of a step in milliseconds. It is shorter than a frame. */
const stepTime = 8

interface SearchWord {
  text: string
  isNumber: boolean
}

function searchWords(q: string): SearchWord[] {
  return normalized(q)
    .split(/\s+/)
    .filter(Boolean)
    .map(word => {
      const [, number] = /^#?0*(\d+)$/.exec(word) ?? []
      return { text: number ?? word, isNumber: number !== undefined }
    })
}

/** Shorter words don't match addresses, because addresses contain most short words. */
const minAddressPart = 4

function matchingFlows(
  flows: readonly Flow[],
  words: readonly SearchWord[],
  ownerNames: ReadonlyMap<string, string>,
): Set<Flow> {
  const { texts, rows, labels } = indexOf(flows)
  // Many flows have the same text, so each text is searched once.
  const searched = words.map(word => ({
    word,
    inTexts: texts.map(text => textContains(text, word)),
    owners: ownersNamed(word, ownerNames),
  }))
  const matching = new Set<Flow>()
  // A plain loop, because it runs for all flows on each keystroke.
  for (let row = 0; row < flows.length; row++) {
    const flow = flows[row] as Flow
    const text = rows[row] ?? 0
    const label = labels[row] ?? ''
    const contains = ({ word, inTexts, owners }: (typeof searched)[number]) =>
      inTexts[text] || label.includes(word.text) || owners.has(flow.owner) || isNamed(flow, word)
    if (searched.every(contains)) matching.add(flow)
  }
  return matching
}

/** Returns the owners whose name in the bookmarks contains a word. */
function ownersNamed({ text }: SearchWord, ownerNames: ReadonlyMap<string, string>): Set<string> {
  const named = Array.from(ownerNames).filter(([, name]) => name.toLowerCase().includes(text))
  return new Set(named.map(([owner]) => owner))
}

const noNames: ReadonlyMap<string, string> = new Map()

/** Whether a word is the id of a flow or a part of its owner. */
function isNamed({ id, owner }: Flow, { text, isNumber }: SearchWord): boolean {
  return isNumber ? id === text : text.length >= minAddressPart && owner.includes(text)
}

/** A text in lowercase that many flows can share. */
interface SearchText {
  /** The description that a row shows, message types and connections, with a space before and after each word. */
  description: string
  /** The addresses in the messages. */
  addresses: string
}

function textContains({ description, addresses }: SearchText, { text, isNumber }: SearchWord): boolean {
  // A number matches only a whole number. Otherwise, 5 would also find 50 and 5.25.
  if (isNumber) return description.includes(` ${text} `)
  // Other words match the start of a word. Otherwise, `osmo` would also find each type that contains `cosmos`.
  return description.includes(` ${text}`) || (text.length >= minAddressPart && addresses.includes(text))
}

/** The texts of an array of flows. */
interface SearchIndex {
  flows: readonly Flow[]
  /** All different texts. */
  texts: SearchText[]
  /** The position of the text of each flow. */
  rows: number[]
  /** The label of each flow in lowercase. */
  labels: string[]
}

/** The index of the newest array. A changed array contains mostly the same flows, so only new flows are read. */
let index: SearchIndex = { flows: [], texts: [], rows: [], labels: [] }
/** The positions of the texts, by the messages and the other parts that a text depends on. */
let positions = new WeakMap<readonly AnyMessage[], Map<string, number>>()

function indexOf(flows: readonly Flow[]): SearchIndex {
  if (index.flows === flows) return index
  const { flows: before, texts } = index
  // Texts of removed flows stay in the index, so it starts again when it is much larger than the array.
  if (texts.length > 2 * flows.length + 1_000) {
    index = { flows: [], texts: [], rows: [], labels: [] }
    positions = new WeakMap()
    return indexOf(flows)
  }
  const rows = index.rows.slice(0, flows.length)
  const labels = index.labels.slice(0, flows.length)
  for (const [row, flow] of flows.entries()) {
    if (flow === before[row]) continue
    rows[row] = positionOf(flow, texts)
    labels[row] = flow.label.toLowerCase()
  }
  index = { flows, texts, rows, labels }
  return index
}

function positionOf(flow: Flow, texts: SearchText[]): number {
  const { msgs, interval } = flow
  const connections = connectionsOf(flow)
  const key = [interval, flow.selfHostedIca ? 'self' : '', flow.trustlessAgent?.agentAddress, ...connections].join(' ')
  let known = positions.get(msgs)
  if (!known) {
    known = new Map()
    positions.set(msgs, known)
  }
  const position = known.get(key)
  if (position !== undefined) return position
  known.set(key, texts.length)
  const { types, addresses } = contentOf(flow)
  const description = normalized([describeFlow(flow), intervalNames(interval), ...connections].join(' '))
  texts.push({
    description: ` ${description} ${types.join(' ').toLowerCase()} `,
    addresses: addresses.join(' '),
  })
  return texts.length - 1
}

/** The connections of a flow's account, agent and queries. */
function connectionsOf({ selfHostedIca, trustlessAgent, conditions }: Flow): string[] {
  const queries = [...conditions.comparisons, ...conditions.feedbackLoops].map(({ icqConfig }) => icqConfig)
  return [selfHostedIca, trustlessAgent, ...queries].flatMap(config => config?.connectionId || [])
}

/** Removes punctuation between words and digits: `Send 1,000 INTO, once` becomes `send 1000 into once`. */
function normalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/[\s,;()]+/g, ' ')
    .trim()
}

const day = 86_400_000

/** Returns other names of an interval, because rows show a week as 7 days. */
function intervalNames(interval: string): string {
  const length = toMilliseconds(interval)
  if (length === day / 24) return 'hourly'
  if (length === day) return 'daily'
  if (length === 7 * day) return 'every week weekly'
  return length > 0 && length % (7 * day) === 0 ? `every ${length / (7 * day)} weeks` : ''
}

/** Returns the message types and the addresses of a flow. The depth is limited, because chains limit it too. */
function contentOf({ msgs, trustlessAgent }: Flow): { types: string[]; addresses: string[] } {
  const types = new Set<string>()
  const addresses = new Set<string>(trustlessAgent ? [trustlessAgent.agentAddress] : [])
  function read(value: unknown, depth: number) {
    if (typeof value === 'string' && isAddress(value)) addresses.add(value)
    if (typeof value !== 'object' || value === null || depth > 8) return
    const { '@type': type } = value as Partial<AnyMessage>
    if (typeof type === 'string') types.add(type).add(typeName(type))
    for (const part of Object.values(value)) read(part, depth + 1)
  }
  for (const message of msgs) read(message, 0)
  return { types: Array.from(types), addresses: Array.from(addresses) }
}

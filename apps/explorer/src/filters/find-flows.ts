import { type AnyMessage, type BlockTime, type Flow, toMilliseconds } from '@flow-query/core'
import { type FlowCollection, filterAndSortFlows, nextStatusChange, prepareFlows } from '@flow-query/core/collection'
import { describeFlow } from '@flow-query/format'
import { createStepper, type Steps } from '../steps/steps'
import { isRestoring } from '../storage/restoring'
import { isAddress } from '../values/address'
import { maxOtherFlows } from '../verdicts/owners-flows'
import { type CheckQueue, createQueue, unloadedQueue } from '../verdicts/queue'
import { type FilterOptions, filterOptions } from './choices'
import { arrangement, type Filters, typeName } from './filters'

/** A list of flows, and the data for its filters and counts. */
export interface FoundFlows {
  flows: readonly Flow[]
  /** The collection with the searched flows, which may not contain all flows. */
  collection: FlowCollection
  /** The matching flows, in the order of the filters. */
  found: readonly Flow[]
  /** The matching flows in the order in which they are checked. */
  queue: CheckQueue
  /** The message types and connections of all flows. */
  options: FilterOptions
  /** The filters of this result. */
  filters: Filters
  /** The block time at which a flow starts or ends next, in milliseconds since 1970. */
  nextStatusChange: number | null
}

/**
 * Finds the flows that match the filters and contain all words of the search.
 *
 * A search finds the words that a row shows, such as `swap 5 osmo`, and the message types, addresses and connections of a flow. The
 * texts of each flow are cached.
 */
export function* findFlows(
  collection: FlowCollection,
  filters: Filters,
  time: BlockTime,
  ownerNames: ReadonlyMap<string, string> = noNames,
): Steps<FoundFlows> {
  const { flows } = collection
  yield* prepareFlows(flows, arrangement(filters))
  const options = filterOptions(flows, time)
  yield
  const arranged = filterAndSortFlows(flows, arrangement(filters), time)
  yield
  const words = searchWords(filters.q)
  const found = words.length ? yield* matchingFlows(arranged, words, ownerNames) : arranged
  yield
  const queue = yield* queueOf(collection, found, filters, time)
  return { flows, collection, found, queue, options, filters, nextStatusChange: nextStatusChange(flows, time) }
}

/** A list that is sorted worst first checks the same flows as the overview page. Other lists check their flows from the top. */
function* queueOf(
  collection: FlowCollection,
  found: readonly Flow[],
  { sort }: Filters,
  time: BlockTime,
): Steps<CheckQueue> {
  const { flows, complete } = collection
  if (sort === 'worst') return yield* createQueue({ ...collection, flows: found }, time, { all: flows })
  return isRestoring(collection)
    ? unloadedQueue
    : { flows: found, complete, ...(complete && { all: flows, maxOtherFlows }) }
}

/**
 * Prepares the texts of flows in short steps, so that the first search is fast. Call it when the search field gets the focus. A later
 * call replaces an earlier one.
 */
export function prepareSearch(flows: readonly Flow[]): void {
  preparation.run(flows, readTexts(flows))
}

const preparation = createStepper<void>(() => {})

function* readTexts(flows: readonly Flow[]): Steps<void> {
  for (const flow of flows) {
    textOf(flow)
    yield
  }
}

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

function* matchingFlows(
  flows: readonly Flow[],
  words: readonly SearchWord[],
  ownerNames: ReadonlyMap<string, string>,
): Steps<Flow[]> {
  const searched = words.map(word => ({ word, owners: ownersNamed(word, ownerNames) }))
  const matching: Flow[] = []
  for (const [row, flow] of flows.entries()) {
    if (row % flowsPerStep === 0) yield
    const text = textOf(flow)
    const contains = ({ word, owners }: (typeof searched)[number]) =>
      textContains(text, word) || owners.has(flow.owner) || isNamed(flow, word)
    if (searched.every(contains)) matching.push(flow)
  }
  return matching
}

/** A step takes less than a millisecond, or a few milliseconds if the texts are new. */
const flowsPerStep = 50

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

/** The texts of a flow in lowercase. */
interface SearchText {
  label: string
  /** The description that a row shows, message types and connections, with a space before and after each word. */
  description: string
  /** The addresses in the messages. */
  addresses: string
}

function textContains({ label, description, addresses }: SearchText, { text, isNumber }: SearchWord): boolean {
  if (label.includes(text)) return true
  // A number matches only a whole number. Otherwise, 5 would also find 50 and 5.25.
  if (isNumber) return description.includes(` ${text} `)
  // Other words match the start of a word. Otherwise, `osmo` would also find each type that contains `cosmos`.
  return description.includes(` ${text}`) || (text.length >= minAddressPart && addresses.includes(text))
}

/** Describing a flow takes long, and most flows of a changed list are the same objects. */
const texts = new WeakMap<Flow, SearchText>()

function textOf(flow: Flow): SearchText {
  const known = texts.get(flow)
  if (known) return known
  const { types, addresses } = contentOf(flow)
  const description = normalized([describeFlow(flow), intervalNames(flow.interval), ...connectionsOf(flow)].join(' '))
  const text = {
    label: flow.label.toLowerCase(),
    description: ` ${description} ${types.join(' ').toLowerCase()} `,
    addresses: addresses.join(' '),
  }
  texts.set(flow, text)
  return text
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

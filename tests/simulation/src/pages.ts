import { createFlowClient, type FlowClient, type FlowClientOptions } from '@flow-query/core'
import { liveFlows } from '@flow-query/core/live'
import {
  chainTimeQueryOptions,
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
} from '@flow-query/core/query'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { newestRunsQueryOptions } from '@flow-query/insights/query'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { owners } from './chain.js'
import type { Log } from './log.js'
import type { Random } from './random.js'

/** The options of any query. */
export interface AnyOptions {
  readonly queryKey: readonly ['flow-query', string, string, object]
}

/** Returns the options of a query for a client. */
export type MakeOptions = (client: FlowClient) => AnyOptions

/** A query that a page shows. */
export interface Shown {
  readonly options: AnyOptions
  readonly make: MakeOptions
}

interface Mounted extends Shown {
  readonly unmount: () => void
  readonly fetchNextPage: () => void
}

/** A page with the queries that a user has opened. */
export class Page {
  readonly name: string
  readonly client: FlowClient
  readonly cache = new QueryClient()
  readonly #random: Random
  readonly #log: Log
  readonly #mounted = new Map<string, Mounted>()
  #hidden: Shown[] = []
  #live: AbortController | undefined
  state = ''
  /** How many queries the page has read again after it connected. */
  rereads = 0

  constructor(name: string, options: FlowClientOptions, random: Random, log: Log) {
    this.name = name
    this.client = createFlowClient(options)
    this.#random = random
    this.#log = log
    this.#startLive()
    for (let count = random.int(1, 4); count > 0; count--) this.#open()
  }

  /** The queries that the page shows. */
  get shown(): readonly Shown[] {
    return [...this.#mounted.values()]
  }

  /** The user does something. */
  act(): void {
    if (this.#live) this.#actVisible()
    else this.show()
  }

  #actVisible(): void {
    const random = this.#random
    const mounted = [...this.#mounted.values()]
    const action = random.pick(['open', 'open', 'open', 'close', 'scroll', 'scroll', 'hide'] as const)
    if (action === 'hide') this.hide()
    else if (action === 'open' || mounted.length === 0) this.#open()
    else if (action === 'close') this.#close(random.pick(mounted))
    else random.pick(mounted).fetchNextPage()
  }

  #close({ options }: Mounted): void {
    this.#log.step(`${this.name}: closes ${nameOf(options)}`)
    const id = idOf(options)
    for (const other of this.#mounted.values())
      if (other.options === options || (id !== undefined && idOf(other.options) === id)) this.#unmount(other.options)
  }

  mount(make: MakeOptions): void {
    const options = make(this.client)
    const key = JSON.stringify(options.queryKey)
    if (this.#mounted.has(key)) return
    this.#mounted.set(key, { options, make, ...observe(this.cache, options) })
  }

  /** The user opens another tab, so the page closes its connection. */
  hide(): void {
    this.#log.step(`${this.name}: is hidden`)
    this.#hidden = [...this.shown]
    for (const { options } of this.#hidden) this.#unmount(options)
    this.#live?.abort()
    this.#live = undefined
  }

  /** The user returns. */
  show(): void {
    if (this.#live) return
    this.#log.step(`${this.name}: is shown again`)
    this.#startLive()
    for (const { make } of this.#hidden.splice(0)) this.mount(make)
  }

  close(): void {
    for (const { options } of this.shown) this.#unmount(options)
    this.#live?.abort()
    this.cache.clear()
  }

  #unmount(options: AnyOptions): void {
    const key = JSON.stringify(options.queryKey)
    this.#mounted.get(key)?.unmount()
    this.#mounted.delete(key)
  }

  #startLive(): void {
    this.#live = new AbortController()
    const { signal } = this.#live
    const onStatus = ({ state }: { state: string }) => {
      this.state = state
      if (state === 'connected') this.rereads += this.#mounted.size
      this.#log.detail(`${this.name}: ${state}`)
    }
    liveFlows(this.client, this.cache, { signal, onStatus })
  }

  #open(): void {
    for (const make of this.#randomQueries()) {
      this.#log.step(`${this.name}: opens ${nameOf(make(this.client))}`)
      this.mount(make)
    }
  }

  #randomQueries(): readonly MakeOptions[] {
    const random = this.#random
    const owner = random.pick(owners)
    const id = random.int(1, 16)
    const limit = random.int(1, 4)
    const reverse = random.chance(0.5)
    const countTotal = random.chance(0.3)
    const flow: MakeOptions = client => flowQueryOptions(client, { id })
    return random.pick<readonly MakeOptions[]>([
      [client => chainTimeQueryOptions(client)],
      [flow],
      // A run without an event is only noticed while its flow is shown.
      [flow, client => flowHistoryQueryOptions(client, { id, limit: 5 })],
      [flow, client => newestRunsQueryOptions(client, { id }), client => chainTimeQueryOptions(client)],
      [flow, client => flowHistoryInfiniteQueryOptions(client, { id, limit, reverse })],
      [client => flowsQueryOptions(client, { limit, reverse, countTotal })],
      [client => flowsForOwnerQueryOptions(client, { owner })],
      [client => flowsInfiniteQueryOptions(client, { limit, reverse })],
      [client => flowsForOwnerInfiniteQueryOptions(client, { owner, limit, reverse })],
      [client => flowCollectionQueryOptions(client)],
      [client => flowCollectionQueryOptions(client, { owner })],
    ])
  }
}

/** Returns the ID of the flow that a query is about. */
export function idOf({ queryKey: [, , , args] }: AnyOptions): string | undefined {
  return 'id' in args ? `${args.id}` : undefined
}

/** Returns the query and its arguments, for example `flow {"id":"1"}`. */
export function nameOf({ queryKey: [, , name, args] }: AnyOptions): string {
  return `${name} ${JSON.stringify(args)}`
}

export function isInfinite(options: AnyOptions): boolean {
  return 'infinite' in options.queryKey[3]
}

/** Observes a query like a framework does for a mounted component. */
function observe(cache: QueryClient, options: AnyOptions): Pick<Mounted, 'unmount' | 'fetchNextPage'> {
  if (!isInfinite(options)) {
    const observer = new QueryObserver(cache, options as never)
    return { unmount: observer.subscribe(() => {}), fetchNextPage() {} }
  }
  const observer = new InfiniteQueryObserver(cache, options as never)
  return {
    unmount: observer.subscribe(() => {}),
    fetchNextPage() {
      const { hasNextPage, isFetchingNextPage } = observer.getCurrentResult()
      if (hasNextPage && !isFetchingNextPage) observer.fetchNextPage().catch(() => {})
    },
  }
}

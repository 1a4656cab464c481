import type { FlowQueryError } from '@flow-query/core'
import type { Steps } from '@flow-query/core/parts/collection'
import type { QueriesObserver, QueryClient } from '@tanstack/query-core'
import type { ForecastFactQueryOptions } from '../forecast/facts/reader.js'
import { hasSameValues } from './unchanged.js'

export interface ObservedResult<Data> {
  data: Data
  isPending: boolean
  error: FlowQueryError | null
}

export interface FactsState<Data> {
  readonly queries: readonly ForecastFactQueryOptions[]
  /** The text that a user edits. After a change, its queries wait until it has stayed the same for `debounce` milliseconds. */
  readonly edited?: string
  readonly debounce?: number
  readonly result: ObservedResult<Data>
}

/** The class of an observer, which a hook creates. */
export type FactsObserverClass<Options extends object, Data> = new (
  queryClient: QueryClient,
  facts: QueriesObserver,
  options: Options,
) => Pick<FactsObserver<Options, Data>, 'getResult' | 'getOptimisticResult' | 'setOptions' | 'subscribe'>

export type FactsCache = Pick<QueryClient, 'getQueryState'>

export interface Computation<Options, State> {
  readonly initial: State
  /** Returns the same state if neither an option nor a fact has changed. */
  readonly update: (state: State, options: Options, cache: FactsCache) => Steps<State>
  /** Returns false if the result says nothing about these options, so it is pending until a new one is computed. */
  readonly isAbout: (state: State, options: Options) => boolean
}

interface Update<Options, State> {
  readonly options: Options
  readonly steps: Steps<State>
}

/** Shorter than a frame, in milliseconds. */
const sliceTime = 8
/** The minimum time between two updates in milliseconds, because hundreds of queries cause thousands of changes. */
const updateInterval = 50

/** A fetch that returns the same data only changes `dataUpdatedAt`, but the data can come from another block. */
const observedFields: ('data' | 'dataUpdatedAt' | 'error' | 'status')[] = ['data', 'dataUpdatedAt', 'error', 'status']

/**
 * Observes a result that is computed from cached facts, like TanStack Query's `QueryObserver`. While it has subscribers, it loads the facts
 * and updates the result in slices, so that a long update doesn't block a page. Without subscribers, such as on a server, a result is
 * complete when a method returns it.
 */
export class FactsObserver<Options extends object, Data, State extends FactsState<Data> = FactsState<Data>> {
  readonly #cache: FactsCache
  readonly #facts: QueriesObserver
  readonly #computation: Computation<Options, State>
  readonly #listeners = new Set<(result: ObservedResult<Data>) => void>()
  #options: Options
  #state: State
  #result: ObservedResult<Data>
  #paused: Update<Options, State> | undefined
  #observed: State['queries'] | undefined
  #edited: string | undefined
  #debounced: ReturnType<typeof setTimeout> | undefined
  #published: ObservedResult<Data>
  #updatedAt = Number.NEGATIVE_INFINITY
  #nextUpdate: ReturnType<typeof setTimeout> | undefined
  #stopObserving = () => {}

  constructor(
    queryClient: QueryClient,
    facts: QueriesObserver,
    options: Options,
    computation: Computation<Options, State>,
  ) {
    this.#cache = queryClient
    this.#facts = facts
    this.#computation = computation
    this.#options = options
    this.#state = computation.initial
    this.#result = this.#state.result
    this.#compute(options)
    this.#published = this.#result
  }

  /** The result is the same object until it changes. */
  getResult(): ObservedResult<Data> {
    return this.#result
  }

  /** Returns the result for options that {@link setOptions} gets later, when a framework has finished rendering. */
  getOptimisticResult(options: Options): ObservedResult<Data> {
    this.#compute(options)
    return this.#result
  }

  setOptions(options: Options): void {
    this.#options = options
    this.#update()
  }

  /** Returns a function that ends the subscription. */
  subscribe(listener: (result: ObservedResult<Data>) => void): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) {
      this.#stopObserving = this.#facts.subscribe(() => this.#scheduleUpdate())
      this.#update()
    }
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop()
    }
  }

  #stop(): void {
    this.#stopObserving()
    clearTimeout(this.#nextUpdate)
    this.#nextUpdate = undefined
    clearTimeout(this.#debounced)
    this.#debounced = undefined
    this.#observed = undefined
    this.#paused = undefined
  }

  #scheduleUpdate(): void {
    this.#nextUpdate ??= setTimeout(
      () => {
        this.#nextUpdate = undefined
        this.#updatedAt = performance.now()
        if (this.#paused) this.#scheduleUpdate()
        else this.#update()
      },
      Math.max(0, this.#updatedAt + updateInterval - performance.now()),
    )
  }

  #update(): void {
    this.#compute(this.#options)
    this.#publish()
  }

  #compute(options: Options): void {
    if (this.#paused && hasSameValues(this.#paused.options, options)) return
    this.#continue({ options, steps: this.#computation.update(this.#state, options, this.#cache) })
    if (!this.#paused) return
    const { result } = this.#state
    this.#result = this.#computation.isAbout(this.#state, options) ? result : { ...result, isPending: true }
  }

  #continue(update: Update<Options, State>): void {
    this.#paused = undefined
    const end = performance.now() + sliceTime
    do {
      const step = update.steps.next()
      if (step.done) {
        this.#state = step.value
        this.#result = step.value.result
        return
      }
    } while (this.#listeners.size === 0 || performance.now() < end)
    this.#paused = update
    setTimeout(() => {
      if (this.#paused !== update) return
      this.#continue(update)
      this.#publish()
    })
  }

  #publish(): void {
    if (this.#listeners.size === 0) return
    this.#observeFacts()
    if (this.#result === this.#published) return
    this.#published = this.#result
    for (const listener of this.#listeners) listener(this.#result)
  }

  #observeFacts(): void {
    const { queries, edited = this.#edited, debounce = 0 } = this.#state
    if (queries === this.#observed) return
    this.#observed = queries
    const isEdit = this.#edited !== undefined && edited !== this.#edited && debounce > 0
    this.#edited = edited
    if (!isEdit && this.#debounced) return
    const observe = () => {
      this.#debounced = undefined
      this.#facts.setQueries(this.#state.queries.map(query => ({ ...query, notifyOnChangeProps: observedFields })))
    }
    clearTimeout(this.#debounced)
    if (isEdit) this.#debounced = setTimeout(observe, debounce)
    else observe()
  }
}

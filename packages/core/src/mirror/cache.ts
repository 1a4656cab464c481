import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { queryKey as keyOf } from '../cache/keys.js'
import type { FlowClient } from '../client.js'
import { readCollection } from '../collection/read.js'
import type { FlowCollection } from '../collection/types.js'

/** A cache with one observed collection, which `liveFlows` keeps up to date. */
export class MirrorCache {
  readonly queryClient = new QueryClient()
  readonly #observer: QueryObserver<FlowCollection>
  #unmount = () => {}

  constructor(client: FlowClient, owner: string | undefined) {
    const args = { owner, height: undefined, autoLoadLimit: Number.POSITIVE_INFINITY }
    this.#observer = new QueryObserver<FlowCollection>(this.queryClient, {
      queryKey: keyOf(client, 'flowCollection', { owner }),
      queryFn: context => readCollection(client, args, context),
      networkMode: 'always',
      retry: false,
      structuralSharing: false,
      staleTime: Number.POSITIVE_INFINITY,
    })
  }

  get state() {
    return this.#observer.getCurrentQuery().state
  }

  /** Errors go to `state`. */
  async load(): Promise<void> {
    // The first observer starts the first load.
    if (!this.#observer.hasListeners()) this.#unmount = this.#observer.subscribe(() => {})
    await this.#observer.refetch({ cancelRefetch: false })
  }

  close(): void {
    this.#unmount()
    this.queryClient.clear()
  }
}

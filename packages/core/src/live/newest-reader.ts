import type { FlowClient } from '../client.js'
import { isSame } from '../same.js'
import type { ChainQuery } from './cache.js'
import { mergeNewest, newestRequest, readNewest } from './newest.js'
import type { Mark, Outdated } from './outdated.js'

export interface NewestReaderListener {
  write: (query: ChainQuery, data: unknown) => void
  /** The newest page does not reach what is loaded. */
  onGap: (query: ChainQuery) => void
  /** The newest page does not show what an event has told. */
  onUnchanged: (query: ChainQuery) => void
  onFailure: (error: unknown) => void
  onDone: () => void
}

/** Asks for the newest page of queries, and joins it to what is loaded. */
export interface NewestReader {
  readonly read: (query: ChainQuery, mark: Mark) => void
  readonly isReading: (query: ChainQuery) => boolean
}

export function createNewestReader(
  client: FlowClient,
  outdated: Outdated,
  signal: AbortSignal,
  listener: NewestReaderListener,
): NewestReader {
  const reading = new Set<ChainQuery['cached']>()

  function read(query: ChainQuery, mark: Mark): void {
    const parts = outdated.partsOf(query)
    const request = newestRequest(query)
    if (request === 'nothing' || request === 'whole') {
      parts.newest = undefined
      if (request === 'whole') parts.whole = mark
      listener.onDone()
      return
    }
    void readPage(query, mark, request.key)
  }

  async function readPage(query: ChainQuery, mark: Mark, key: string | null): Promise<void> {
    const { cached } = query
    const parts = outdated.partsOf(query)
    const began = outdated.nextMoment()
    reading.add(cached)
    try {
      const page = await readNewest(client, query, key, signal)
      const isOvertaken = cached.state.fetchStatus !== 'idle' || outdated.wasAskedAfter(query, began)
      // What was asked for meanwhile is newer, and its end is another.
      if (isOvertaken || !isSame(newestRequest(query), { key })) return
      const data = mergeNewest(query, page)
      if (parts.newest === mark) parts.newest = undefined
      if (data === undefined) listener.onGap(query)
      else {
        if (data === cached.state.data && mark.reason === 'event') listener.onUnchanged(query)
        listener.write(query, data)
      }
    } catch (error) {
      listener.onFailure(error)
    } finally {
      reading.delete(cached)
      listener.onDone()
    }
  }

  return { read, isReading: ({ cached }) => reading.has(cached) }
}

import {
  type ChainTime,
  type Flow,
  type FlowHistoryEntry,
  type FlowHistoryPage,
  flowStatus,
  v1,
} from '@flow-query/core'
import { chainTimeQueryOptions, flowQueryOptions } from '@flow-query/core/query'
import { type FlowHealth, flowHealth } from '@flow-query/insights'
import { newestRunsQueryOptions } from '@flow-query/insights/query'
import { type Chain, heightHeader } from '../chain.js'
import type { Network } from '../network.js'
import { idOf, type Page } from '../pages.js'
import { eventsIn, hasStaleFlow, type StaleUrls } from './freshness.js'

/** A page may show a wrong state for this long, in milliseconds, because the parts of a flow arrive one after another. */
const shortest = 1_000

/** If a run emits no event, a page reads its flow again at most this long after it was due, in milliseconds. */
const longestUnannounced = 10_000

interface Claim {
  readonly text: string
  readonly id: string
  readonly time: ChainTime
  readonly since: number
  /** The newest run that the page showed first. */
  readonly newest: FlowHistoryEntry | undefined
}

/**
 * Watches what pages show after each change of their data. Returns a function that returns flows that were shown as over but ran
 * later, and failing flows that were shown as healthy.
 */
export function watchShownStates(
  pages: readonly Page[],
  chain: Chain,
  network: Network,
  staleUrls: StaleUrls,
): () => string[] {
  const current = new Map<string, Claim>()
  const lasting: Claim[] = []
  /** When a server sent an event about a flow, by page and flow. */
  const announced = new Map<string, number[]>()

  network.observe({
    onMessage(client, _, text) {
      for (const { id } of eventsIn(text)) {
        const key = `${client} ${id}`
        announced.set(key, [...(announced.get(key) ?? []), Date.now()])
      }
    },
  })

  function claim(text: string, page: Page, shown: Pick<Claim, 'id' | 'time' | 'newest'>, isShown: boolean): void {
    const key = `${page.name} showed flow ${shown.id} as ${text}`
    const before = current.get(key)
    if (isShown) current.set(key, before ?? { text: key, since: Date.now(), ...shown })
    else current.delete(key)
    if (!isShown && before && Date.now() - knownSince(before, page) >= shortest) lasting.push(before)
  }

  /** Returns since when the page can know that its flow or its runs are from before a run. Not every event arrives. */
  function knownSince({ text, id, since, newest }: Claim, page: Page): number {
    const run = text.endsWith(' over') ? newest : firstMissing(id, newest, since)
    if (!run) return since
    const ranAt = Date.parse(run.actualExecTime)
    const announcedAt = announced.get(`${page.name} ${id}`)?.find(at => at >= ranAt) ?? Infinity
    return Math.max(since, Math.min(announcedAt, ranAt + longestUnannounced))
  }

  /** Returns the first run that a page didn't show, although it had happened before this time. */
  function firstMissing(id: string, newest: FlowHistoryEntry | undefined, time: number) {
    const shownAt = newest ? Date.parse(newest.actualExecTime) : 0
    const runs = chain.lcd.history(id).filter(({ actualExecTime }) => Date.parse(actualExecTime) <= time)
    return runs.find(({ actualExecTime }) => Date.parse(actualExecTime) > shownAt)
  }

  function look(page: Page): void {
    const time = page.cache.getQueryData<ChainTime>(chainTimeQueryOptions(page.client).queryKey)
    if (!time) return
    for (const id of new Set(page.shown.map(({ options }) => idOf(options)))) {
      if (id === undefined) continue
      const isKnownToBeStale = hasStaleFlow(page.name, id, staleUrls)
      const flow = settledData<Flow>(page, flowQueryOptions(page.client, { id }))
      const newest = settledData<FlowHistoryPage>(page, newestRunsQueryOptions(page.client, { id }))
      if (!flow || !newest) continue
      const status = flowStatus(flow, time, { newest: newest.history[0] })
      const shown = { id, time, newest: newest.history[0] }
      claim('over', page, shown, !isKnownToBeStale && (status === 'stopped' || status === 'completed'))
      const isHealthy = !isKnownToBeStale && flowHealth(flow, newest, time).state === 'healthy'
      claim('healthy while it failed', page, shown, isHealthy && isFailing(chain, id, time))
    }
  }

  for (const page of pages)
    page.cache.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') look(page)
    })
  return () =>
    [...lasting, ...current.values()].flatMap(({ text, id, time }) => {
      if (!text.endsWith(' over')) return [`${text}, from block ${time.height} on`]
      const shownAt = Date.parse(time.block)
      const later = chain.lcd.history(id).find(({ actualExecTime }) => Date.parse(actualExecTime) > shownAt)
      return later ? [`${text} at ${time.block}, although it ran at ${later.actualExecTime}`] : []
    })
}

/** Returns whether a flow was failing in a block and hasn't recovered since. */
function isFailing(chain: Chain, id: string, { height }: ChainTime): boolean {
  const states = [Number(height), chain.lcd.height].map(at => healthAt(chain, id, at)?.state)
  return states.every(state => state === 'failing')
}

/** Returns nothing during a fetch, because a page that is opened again reads its queries one after another. */
function settledData<Data>({ cache }: Page, { queryKey }: { queryKey: readonly unknown[] }): Data | undefined {
  const state = cache.getQueryState<Data>(queryKey)
  return state?.fetchStatus === 'idle' ? state.data : undefined
}

function healthAt({ lcd, rowAt, timeOf }: Chain, id: string, height: number): FlowHealth | undefined {
  const row = rowAt(id, height)
  if (row === undefined) return undefined
  const target = `/intento/intent/v1/flow-history/${id}?pagination.limit=20&pagination.reverse=true`
  const { answer } = lcd.reply({ method: 'GET', target, headers: heightHeader(height) })
  const newest = v1.mappers.flowHistory(JSON.parse(answer.body), false)
  return flowHealth(v1.mappers.flow({ flow: JSON.parse(row) }, false), newest, { block: timeOf(height) })
}

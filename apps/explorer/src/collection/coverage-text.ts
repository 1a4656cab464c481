import type { Flow } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { formatCount, formatNumber } from '@flow-query/format'
import { isRestoring } from '../storage/restoring'
import { isPaused } from './collection'

/** The part of the query of a collection that this file reads. */
interface CollectionQuery {
  data: FlowCollection | undefined
  error: unknown
  isFetching: boolean
}

/** A banner that says which flows a page covers, with a button that loads all flows. */
export interface CoverageNotice {
  text: string
  action: string
  isLoading: boolean
}

/**
 * Describes what is missing in a collection: most of its flows, or their newest changes. Returns null if nothing is missing, or if it
 * loads automatically.
 *
 * @param age the time since all flows were up to date, such as `2 hours ago`
 */
export function coverageNotice({ data, isFetching }: CollectionQuery, age: string): CoverageNotice | null {
  if (!data || isRestoring(data)) return null
  const { flows, loaded, total, complete, asOf } = data
  const isLoading = isFetching && loaded > 0 && loaded < (total ?? 0)
  if (isPaused(data)) {
    const size = downloadSize(flows, (total ?? 0) - loaded)
    return { text: `This page covers ${coverageText(data)}.`, action: `Load all (about ${size})`, isLoading }
  }
  if (!complete || asOf === undefined) return null
  return {
    text: `Flows were last updated ${age}. Later changes may be missing.`,
    action: `Refresh (about ${downloadSize(flows, flows.length)})`,
    isLoading,
  }
}

/** Returns the size of a download in megabytes, estimated from the last flows. */
function downloadSize(flows: readonly Flow[], missing: number): string {
  const sample = flows.slice(-100)
  const bytes = (JSON.stringify(sample).length / Math.max(sample.length, 1)) * missing
  return `${formatNumber(Math.max(1, Math.round(bytes / 1e6)))} MB`
}

export interface CollectionProgress {
  text: string
  loaded: number
  total: number | null
  /** Whether loading has stopped because of an error. */
  hasFailed: boolean
}

/** Returns the progress of a collection, or null if it is not loading. */
export function collectionProgress({ data, error, isFetching }: CollectionQuery): CollectionProgress | null {
  if (!data) return null
  const { flows, loaded, total, complete, asOf } = data
  const hasFailed = Boolean(error) && !isFetching
  const isReloading = complete && asOf !== undefined && isFetching && loaded < flows.length
  const isLoading = !complete && (isRestoring(data) || !isPaused(data) || (loaded > 0 && (isFetching || hasFailed)))
  if (!isReloading && !isLoading) return null
  const count = isReloading ? loaded : flows.length
  const text = loadedText(count, total)
  return { text: hasFailed ? `Loading failed. ${text}` : text, loaded: count, total, hasFailed }
}

function loadedText(loaded: number, total: number | null): string {
  return total === null
    ? `${formatCount(loaded, 'flow')} loaded`
    : `${formatNumber(loaded)} of ${formatCount(total, 'flow')} loaded`
}

/** Says how much of the chain a list covers, such as `the newest 100 of 65,000 flows`. Empty if it covers all flows. */
export function coverageText({ flows, loaded, total, complete }: FlowCollection): string {
  if (complete) return ''
  if (total === null) return formatCount(flows.length, 'loaded flow')
  const some = `${formatNumber(flows.length)} of ${formatCount(total, 'flow')}`
  return loaded === 0 ? `the newest ${some}` : some
}

/** Describes a list of flows: `12 of 80 flows`, or `Newest 100 of 65,000 flows`. */
export function listText(found: number, listed: number, collection: FlowCollection): string {
  const coverage = coverageText(collection)
  if (!coverage) return foundText(found, listed)
  return found === listed ? capitalized(coverage) : `${formatNumber(found)} found in ${coverage}`
}

function foundText(found: number, listed: number): string {
  const all = formatCount(listed, 'flow')
  return found === listed ? all : `${formatNumber(found)} of ${all}`
}

interface HealthList {
  found: number
  checked: number
  listed: number
  /** If the flows are checked soonest first, the time up to which the list of failures is complete, such as `14:20`. */
  until: string | null
}

/**
 * Describes a list of flows with a certain health, such as `5 found so far · 100 of 300 flows checked` or
 * `5 failures until 14:20 · 100 of 300 flows checked`.
 */
export function healthListText({ found, checked, listed, until }: HealthList, coverage: string): string {
  const known =
    until === null ? `${formatNumber(found)} found so far` : `${formatCount(found, 'failure')} until ${until}`
  const text =
    checked < listed
      ? `${known} · ${formatNumber(checked)} of ${formatCount(listed, 'flow')} checked`
      : foundText(found, listed)
  return coverage ? `${text} · ${capitalized(coverage)}` : text
}

/** Returns the start of the name of a CSV file, such as `flows` or `flows-newest-100-of-65000`. */
export function csvList(collection: FlowCollection): string {
  const { flows, loaded, total, complete } = collection
  if (complete) return 'flows'
  return `flows-${loaded === 0 ? 'newest-' : ''}${flows.length}-of-${total ?? 'unknown'}`
}

/** Returns the coverage as the start of a line: `Newest 100 of 65,000 flows`. */
function capitalized(coverage: string): string {
  const text = coverage.replace(/^the /, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

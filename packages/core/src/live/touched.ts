import type { FlowEvent } from './frames.js'

/** What is needed of a query of TanStack's cache. */
export interface CachedQuery {
  readonly queryKey: readonly unknown[]
  readonly state: {
    readonly data: unknown
    readonly fetchStatus: 'fetching' | 'paused' | 'idle'
    /** What the newest fetch was for, if not for the whole: one more page. */
    readonly fetchMeta: { fetchMore?: unknown } | null
  }
  /** The fetch in flight. */
  readonly promise: Promise<unknown> | undefined
  isActive: () => boolean
  isStatic: () => boolean
  fetch: () => Promise<unknown>
}

/** Whether a query may hold, or miss, something that has changed. */
export type Touches = (query: CachedQuery) => boolean

/** The one place that says what an event touches. */
export function touchedBy(events: readonly FlowEvent[]): Touches {
  const changed = new Set<unknown>()
  const ran = new Set<unknown>()
  const creators = new Set<unknown>()
  for (const { type, id, owner } of events) {
    changed.add(id)
    if (type === 'created') creators.add(owner)
    else if (type !== 'updated') ran.add(id)
  }
  return ({ queryKey: [, , name, args], state: { data } }) => {
    const { id, owner } = Object(args)
    switch (name) {
      case 'flow':
        return changed.has(id)
      case 'flowHistory':
        return ran.has(id)
      case 'flows':
        return creators.size > 0 || holds(data, changed)
      case 'flowsForOwner':
        return creators.has(owner) || creators.has(null) || holds(data, changed)
      default:
        return false
    }
  }
}

/** What may have changed while nobody told: all but the past. */
export const everything: Touches = () => true

/** The same since a query was read, not long ago: what seldom changes has not. */
export const flowsAndHistories: Touches = ({ queryKey }) => /^flow/.test(`${queryKey[2]}`)

/** Whether a list, or one of its pages, has the row of one of these flows. */
function holds(data: unknown, ids: ReadonlySet<unknown>): boolean {
  const { pages = [data] } = Object(data) as { pages?: unknown[] }
  return pages.some(page => {
    const { flows = [] } = Object(page) as { flows?: { id: string }[] }
    return flows.some(flow => ids.has(flow.id))
  })
}

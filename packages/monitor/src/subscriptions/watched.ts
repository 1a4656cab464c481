import type { Flow } from '@flow-query/core'
import { filterAndSortFlows } from '@flow-query/core/collection'
import type { Alert } from '../alerts/alert.js'
import type { Target } from './subscription.js'

type Query = Extract<Target, { query: unknown }>['query']

export interface Watched {
  /** Replaces the targets of the subscriptions, and returns whether there are new ones. */
  update: (targets: Iterable<Target>) => boolean
  /** Whether a flow has a subscription. */
  watches: (flow: Flow) => boolean
  /** Returns a function that selects the alerts that a target is about. */
  alertsByTarget: (open: readonly Alert[], flows: ReadonlyMap<string, Flow>) => (target: Target) => readonly Alert[]
}

/** Compares flows with queries only once, because there can be thousands of both. */
export function createWatched(): Watched {
  const queries = new Map<string, { query: Query; number: number }>()
  let added = 0
  let watched: ReadonlySet<string> = new Set()
  /** A flow that has not changed stays the same object. Queries with a number up to `compared` have been compared with it. */
  const matches = new WeakMap<Flow, { keys: Set<string>; compared: number }>()

  function keysOfQueries(flow: Flow): ReadonlySet<string> {
    const known = matches.get(flow) ?? { keys: new Set(), compared: 0 }
    if (known.compared === added) return known.keys
    for (const [key, { query, number }] of queries)
      if (number > known.compared && matchesQuery(flow, query)) known.keys.add(key)
    matches.set(flow, { ...known, compared: added })
    return known.keys
  }

  return {
    update(targets) {
      const byKey = new Map(Array.from(targets, target => [keyOf(target), target]))
      for (const key of queries.keys()) if (!byKey.has(key)) queries.delete(key)
      for (const [key, target] of byKey)
        if ('query' in target && !queries.has(key)) queries.set(key, { query: target.query, number: ++added })
      const before = watched
      watched = new Set(byKey.keys())
      return Array.from(watched).some(key => !before.has(key))
    },
    watches(flow) {
      if (keysOf(flow).some(key => watched.has(key))) return true
      return Array.from(keysOfQueries(flow)).some(key => watched.has(key))
    },
    alertsByTarget(open, flows) {
      const byKey = new Map<string, Alert[]>()
      for (const alert of open) {
        if (!alert.flow) continue
        const flow = flows.get(alert.flow.id)
        for (const key of [...keysOf(alert.flow), ...(flow ? keysOfQueries(flow) : [])]) {
          const alerts = byKey.get(key)
          if (alerts) alerts.push(alert)
          else byKey.set(key, [alert])
        }
      }
      return target => byKey.get(keyOf(target)) ?? []
    },
  }
}

function keyOf(target: Target): string {
  if ('flow' in target) return `flow ${target.flow}`
  return 'owner' in target ? `owner ${target.owner}` : `query ${JSON.stringify(target.query)}`
}

/** The targets that every flow has. */
function keysOf({ id, owner }: Pick<Flow, 'id' | 'owner'>): string[] {
  return [keyOf({ flow: id }), keyOf({ owner })]
}

function matchesQuery(flow: Flow, query: Query): boolean {
  return filterAndSortFlows([flow], query, anyTime).length > 0
}

/** These filters don't depend on the time. */
const anyTime = { block: new Date(0).toISOString() }

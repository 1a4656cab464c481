import type { Flow } from '@flow-query/core'
import { filterAndSortFlows } from '@flow-query/core/collection'
import type { Alert } from '../alerts/alert.js'
import type { Subscription, Target } from './subscription.js'

type Query = Extract<Target, { query: unknown }>['query']

/** Returns a function that selects the flows with a subscription. */
export function watchedFlows(subscriptions: Iterable<Subscription>): (flow: Flow) => boolean {
  const ids = new Set<string>()
  const owners = new Set<string>()
  const queries = new Map<string, Query>()
  for (const { target } of subscriptions) {
    if ('flow' in target) ids.add(target.flow)
    else if ('owner' in target) owners.add(target.owner)
    else queries.set(JSON.stringify(target.query), target.query)
  }
  const found = Array.from(queries.values())
  return flow => ids.has(flow.id) || owners.has(flow.owner) || found.some(query => matches(flow, query))
}

/** Returns a function that selects the alerts that a subscription is about. */
export function alertsByTarget(
  open: readonly Alert[],
  flows: ReadonlyMap<string, Flow>,
): (target: Target) => readonly Alert[] {
  const byFlow = new Map<string, Alert[]>()
  const byOwner = new Map<string, Alert[]>()
  for (const alert of open) {
    if (!alert.flow) continue
    const { id, owner } = alert.flow
    byFlow.set(id, [...(byFlow.get(id) ?? []), alert])
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), alert])
  }
  return target => {
    if ('flow' in target) return byFlow.get(target.flow) ?? []
    if ('owner' in target) return byOwner.get(target.owner) ?? []
    return open.filter(({ flow }) => {
      const current = flow && flows.get(flow.id)
      return current ? matches(current, target.query) : false
    })
  }
}

/** The results by flow, because a flow that has not changed stays the same object. */
const results = new WeakMap<Flow, Map<string, boolean>>()

function matches(flow: Flow, query: Query): boolean {
  const known = results.get(flow) ?? new Map<string, boolean>()
  results.set(flow, known)
  const key = JSON.stringify(query)
  const result = known.get(key) ?? filterAndSortFlows([flow], query, anyTime).length > 0
  known.set(key, result)
  return result
}

/** These filters don't depend on the time. */
const anyTime = { block: new Date(0).toISOString() }

import type { BlockTime, Flow } from '@flow-query/core'
import { countFlows } from '@flow-query/core/collection'
import { statusNames } from '@flow-query/format'
import { type HealthFilter, healths } from '../verdicts/health-filter'
import { connections, type Filters, statuses, typeName } from './filters'

/** A filter with a list of options. */
interface FilterChoice {
  label: string
  name: 'status' | 'health' | 'type' | 'connection'
  /** The options, without "All". */
  options: (readonly [value: string, text: string])[]
}

/** The message types and the connections of flows. */
export interface FilterOptions {
  types: readonly string[]
  connections: readonly string[]
}

export function filterOptions(flows: readonly Flow[], time: BlockTime): FilterOptions {
  return { types: Array.from(countFlows(flows, time).messageType.keys()).sort(), connections: connections(flows) }
}

/** Returns the filters and their options. Without options of flows, it returns the filters that are the same for all flows. */
export function filterChoices(options: FilterOptions | undefined, { type, connection }: Filters): FilterChoice[] {
  const { types, connections } = options ?? { types: [], connections: [] }
  return [
    { label: 'Status', name: 'status', options: statuses.map(status => [status, statusNames[status]]) },
    { label: 'Health', name: 'health', options: healths.map(health => [health, healthNames[health]]) },
    { label: 'Message type', name: 'type', options: withChosen(types, type).map(type => [type, typeName(type)]) },
    { label: 'Connection', name: 'connection', options: withChosen(connections, connection).map(id => [id, id]) },
  ]
}

const healthNames: Readonly<Record<HealthFilter, string>> = {
  attention: 'Needs attention',
  willFail: 'Will fail',
  failing: 'Failing',
  waiting: 'Waiting',
  healthy: 'Healthy',
}

/** Includes the selected value even if no loaded flow has it. */
function withChosen(known: readonly string[], chosen: string | null): readonly string[] {
  return chosen && !known.includes(chosen) ? [chosen, ...known] : known
}

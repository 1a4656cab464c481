import type { Flow } from '@flow-query/core'
import { countFlows } from '@flow-query/core/collection'
import { connections, type Filters, healths, statuses, typeName } from './filters.js'
import { words } from './words.js'

/** A filter with a list of options. */
interface FilterChoice {
  name: 'status' | 'health' | 'type' | 'connection'
  /** The options, without "All". */
  options: (readonly [value: string, text: string])[]
}

/** Returns the filters that have options. */
export function filterChoices(flows: readonly Flow[], { type, connection }: Filters): FilterChoice[] {
  const types = Array.from(countFlows(flows, 0).messageType.keys()).sort()
  return [
    { name: 'status', options: statuses.map(status => [status, words.statuses[status]]) },
    { name: 'health', options: healths.map(health => [health, words.flows.healths[health]]) },
    { name: 'type', options: withChosen(types, type).map(type => [type, typeName(type)]) },
    { name: 'connection', options: withChosen(connections(flows), connection).map(id => [id, id]) },
  ]
}

/** Includes the selected value even if no loaded flow has it. */
function withChosen(known: readonly string[], chosen: string | null): readonly string[] {
  return chosen && !known.includes(chosen) ? [chosen, ...known] : known
}

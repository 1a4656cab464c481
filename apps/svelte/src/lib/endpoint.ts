import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import { clientOptions, type Endpoint, remember, startPage } from '@flow-query/explorer-kit'
import { derived, writable } from 'svelte/store'

const start = startPage()

/** Where the reader chose to read from. */
export const endpoint = writable(start.endpoint)

/** A client of that endpoint, for everything on the page. */
export const client = derived(endpoint, clientOf)

/** Why the endpoint that a link named is not used. */
export const linkProblem = writable(start.problem)

/** Nodes speak one of the two; the client finds out which. */
export function clientOf(endpoint: Endpoint): FlowClient {
  return createFlowClient({ ...clientOptions(endpoint), versions: [v1, v1beta1] })
}

export function switchTo(wanted: Endpoint): void {
  remember(wanted)
  endpoint.set(wanted)
  linkProblem.set(null)
}

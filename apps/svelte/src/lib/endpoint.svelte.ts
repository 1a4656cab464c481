import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import { clientOptions, type Endpoint, remember, startPage } from '@flow-query/explorer-kit'

const start = startPage()
let endpoint = $state.raw(start.endpoint)
let problem = $state(start.problem)
const client = $derived(clientOf(endpoint))

/** Where the reader chose to read from. */
export const source = {
  get endpoint() {
    return endpoint
  },
  /** A client of that endpoint, for everything on the page. */
  get client() {
    return client
  },
  /** Why the endpoint that a link named is not used. */
  get problem() {
    return problem
  },
  switchTo(wanted: Endpoint) {
    remember(wanted)
    endpoint = wanted
    problem = null
  },
  dismissProblem() {
    problem = null
  },
}

/** Nodes speak one of the two; the client finds out which. */
export function clientOf(endpoint: Endpoint): FlowClient {
  return createFlowClient({ ...clientOptions(endpoint), versions: [v1, v1beta1] })
}

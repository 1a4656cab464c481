import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import { clientOptions, type Endpoint, remember, startPage } from '@flow-query/explorer-kit'

const start = startPage()
let endpoint = $state.raw(start.endpoint)
let problem = $state(start.problem)
let isChoosing = $state(false)
const client = $derived(clientOf(endpoint))

/** The selected endpoint and its client. */
export const source = {
  get endpoint() {
    return endpoint
  },
  /** All queries use this client. */
  get client() {
    return client
  },
  /** An error message if the link contained an invalid endpoint. */
  get problem() {
    return problem
  },
  /** Whether the endpoint dialog is open. */
  get isChoosing() {
    return isChoosing
  },
  set isChoosing(isOpen: boolean) {
    isChoosing = isOpen
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

/** Creates a client. It detects the API version of the node. */
export function clientOf(endpoint: Endpoint): FlowClient {
  return createFlowClient({ ...clientOptions(endpoint), versions: [v1, v1beta1] })
}

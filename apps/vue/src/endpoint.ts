import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import { clientOptions, type Endpoint, remember, startPage } from '@flow-query/explorer-kit'
import { computed, ref, shallowRef } from 'vue'

// Removes the endpoint from the URL, so this must run before the router reads the URL.
const start = startPage()

/** The selected endpoint. */
export const endpoint = shallowRef(start.endpoint)

/** An error message if the link contained an invalid endpoint. */
export const linkProblem = shallowRef(start.problem)

/** Whether the endpoint dialog is open. */
export const isChoosing = ref(false)

/** The client of the selected endpoint. All queries use it. */
export const client = computed(() => clientOf(endpoint.value))

export function switchTo(chosen: Endpoint) {
  remember(chosen)
  endpoint.value = chosen
  linkProblem.value = null
}

/** Creates a client. It detects the API version of the node. */
export function clientOf(endpoint: Endpoint): FlowClient {
  return createFlowClient({ ...clientOptions(endpoint), versions: [v1, v1beta1] })
}

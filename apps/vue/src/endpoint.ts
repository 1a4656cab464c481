import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import { clientOptions, type Endpoint, remember, startPage } from '@flow-query/explorer-kit'
import { computed, ref, shallowRef } from 'vue'

// Takes the endpoint out of the address, so it comes before the router.
const start = startPage()

/** What the reader chose to read from. */
export const endpoint = shallowRef(start.endpoint)

/** Why the endpoint that a link named is not used. */
export const linkProblem = shallowRef(start.problem)

/** Whether the reader is choosing another. */
export const isChoosing = ref(false)

/** The client of the endpoint: every query follows it. */
export const client = computed(() => clientOf(endpoint.value))

export function switchTo(chosen: Endpoint) {
  remember(chosen)
  endpoint.value = chosen
  linkProblem.value = null
  isChoosing.value = false
}

/** Nodes speak one of the two; the client finds out which. */
export function clientOf(endpoint: Endpoint): FlowClient {
  return createFlowClient({ ...clientOptions(endpoint), versions: [v1, v1beta1] })
}

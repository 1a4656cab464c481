import { persistFlows } from '@flow-query/explorer-kit'
import { source } from './endpoint.svelte'
import { queryClient } from './query-client'

/** Resolves when the stored flows of the first screen are restored. */
export const restored = persistFlows(queryClient, source.client, source.endpoint)

$effect.root(() => {
  $effect.pre(() => void persistFlows(queryClient, source.client, source.endpoint))
})

import { hydrate } from '@tanstack/svelte-query'
import type { PageLoad } from './$types'

export const load: PageLoad = async ({ params, data, parent }) => {
  const { queryClient } = await parent()
  return { owner: params.owner, flows: data.flows.then(state => hydrate(queryClient, state)) }
}

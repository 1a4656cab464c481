import { hydrate } from '@tanstack/svelte-query'
import type { PageLoad } from './$types'

export const load: PageLoad = async ({ params, data, parent }) => {
  const { queryClient } = await parent()
  hydrate(queryClient, data.state)
  return { owner: params.owner }
}

import { hydrate } from '@tanstack/svelte-query'
import type { PageLoad } from './$types'

/** Runs before the page renders, on the server and in the browser. */
export const load: PageLoad = async ({ params, data, parent }) => {
  const { queryClient } = await parent()
  hydrate(queryClient, data.state)
  return { id: params.id, runs: data.runs.then(state => hydrate(queryClient, state)) }
}

import { prerender, type ServerFramework } from '@flow-query/contract'
import { QueryClient } from '@tanstack/svelte-query'
import { render } from 'svelte/server'
import { framework, host } from './framework.js'
import Host from './Host.svelte'

export const server: ServerFramework = {
  QueryClient,
  noClient: framework.noClient,
  hooks: framework.hooks,
  renderToString: async (app, scene) => render(Host, { props: host(app, scene).props }).body,
}

/** Renders pages in Node, before they are hydrated where the tests run. */
export default prerender(server)

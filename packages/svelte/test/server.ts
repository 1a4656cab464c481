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

/** Renders pages in Node, so that tests in jsdom or a browser can hydrate them. */
export default prerender(server)

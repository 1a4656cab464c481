import { restored } from '$lib/persistence.svelte'

/** The explorer is rendered in the browser only, so that any static file server can host it. */
export const ssr = false

/** Waits for the stored flows, because rendering everything once is faster than rendering a page without flows first. */
export const load = () => restored

import '@flow-query/explorer-kit/style.css'
// Removes the endpoint from the URL, so this must run before the router reads the URL.
import '$lib/endpoint.svelte'
import '$lib/persistence.svelte'

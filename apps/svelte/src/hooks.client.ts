import '@flow-query/explorer-kit/style.css'
// Before the router reads the address: a link's endpoint is taken out of it.
import '$lib/endpoint.svelte'

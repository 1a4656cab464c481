export * from './forecast.svelte.js'
export * from './hooks.js'
export * from './options.js'

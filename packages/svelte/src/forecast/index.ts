export * from './dry-run.js'
export * from './forecast.svelte.js'
export * from './hooks.js'

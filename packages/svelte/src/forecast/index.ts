export * from './dry-run.js'
export * from './forecast.js'
export * from './hooks.js'

export * from './forecast.js'
export * from './hooks.js'
export * from './options.js'

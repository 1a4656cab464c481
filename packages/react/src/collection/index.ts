export * from './hooks.js'
export * from './options.js'

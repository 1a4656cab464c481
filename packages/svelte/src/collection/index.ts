export * from './hooks.js'

export * from './draft.js'

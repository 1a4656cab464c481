const names = ['ReadableStream', 'Request', 'Response', 'TextDecoder', 'TextEncoder'] as const

/**
 * What browsers, Node and other servers have alike. The jsdom of Jest hides it from tests, which run in Node all the
 * same: there it is Node's own.
 */
export const platform: Pick<typeof globalThis, (typeof names)[number]> = names.every(name => globalThis[name])
  ? globalThis
  : process.getBuiltinModule('node:vm').runInThisContext('globalThis')

declare const process: {
  getBuiltinModule: (name: 'node:vm') => { runInThisContext: (code: string) => typeof globalThis }
}

const names = ['ReadableStream', 'Request', 'Response', 'TextDecoder', 'TextEncoder'] as const

/**
 * Web APIs that browsers, Node and other servers share. Jest's jsdom environment hides them from tests, so there they
 * come from Node's own global object.
 */
export const platform: Pick<typeof globalThis, (typeof names)[number]> = names.every(name => globalThis[name])
  ? globalThis
  : process.getBuiltinModule('node:vm').runInThisContext('globalThis')

declare const process: {
  getBuiltinModule: (name: 'node:vm') => { runInThisContext: (code: string) => typeof globalThis }
}

export * from './index.js'

/** What server components have in its place: React would only say that functions cannot be passed. */
export function FlowQueryProvider(): never {
  throw new Error(
    'A server component cannot give FlowQueryProvider a client, which has functions: make the client and wrap the app in a file that begins with "use client", and hand that one the address',
  )
}

export * from './index.js'

/** Replaces the provider in server components, because React's error would not mention the client. */
export function FlowQueryProvider(): never {
  throw new Error(
    'A server component cannot pass a client to FlowQueryProvider, because a client contains functions. Create the client and render FlowQueryProvider in a component whose file starts with "use client", and pass the URL to that component.',
  )
}

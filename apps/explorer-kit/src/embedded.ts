import type { Endpoint } from './endpoint.js'

/** The chain inside the page has an address too, which nothing else answers to. */
const embeddedUrl = 'http://demo.invalid'

let chain: Promise<{ fetch: typeof fetch }> | undefined

/** What a client needs to read from an endpoint. The chain inside the page is loaded when it is first asked. */
export function clientOptions({ lcd }: Endpoint): { lcd: string; fetch?: typeof fetch } {
  return lcd === null ? { lcd: embeddedUrl, fetch: embeddedFetch } : { lcd }
}

const embeddedFetch: typeof fetch = async (input, init) => {
  chain ??= import('@flow-query/testing').then(({ createLcd }) => createLcd())
  const lcd = await chain.catch(error => {
    chain = undefined
    throw error
  })
  return lcd.fetch(input, init)
}

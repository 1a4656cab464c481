import { createDemoLcd } from '@flow-query/testing/demo'

/**
 * The page's in-memory node. Requests to the URL of `npx @flow-query/cli serve`, which the examples use, go to this node.
 * Requests to other URLs are not affected.
 */
export const lcd = createDemoLcd()
export const address = 'http://127.0.0.1:1317'

const { host } = new URL(address)
const { fetch, WebSocket } = globalThis

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  return url.host === host ? lcd.fetch(input, init) : fetch(input, init)
}

globalThis.WebSocket = new Proxy(WebSocket, {
  construct: (Browser, [url, protocols]: [string, string?]) =>
    new URL(url, location.href).host === host ? new lcd.WebSocket(url) : new Browser(url, protocols),
})

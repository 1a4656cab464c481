import { createLcd } from '@flow-query/testing'

/** The node of the page. The examples know it as the one that `npx @flow-query/cli serve` puts there: no other address is touched. */
export const lcd = createLcd()
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

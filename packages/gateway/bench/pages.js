import { connect } from 'node:net'
import { flowSubscriptions } from '@flow-query/core/live'
import { WebSocket } from 'ws'
import { serveCommands } from '../../../tests/setup/child.js'

// Live pages that show one flow. Each has a WebSocket with the subscriptions of core, and reads the flow after each event. They don't
// parse frames, because a thousand pages in one process would measure themselves.

const path = '/intento/intent/v1/flow/1'
const pages = []
let url
let label
let arrived

serveCommands({
  async start(options) {
    url = options.url
    return {}
  },
  /** Opens pages, at most 100 at a time. */
  async open(count) {
    let left = count
    const openSome = async () => {
      while (left-- > 0) pages.push(await open())
    }
    await Promise.all(Array.from({ length: 100 }, openSome))
  },
  /** Reads the flow once on all pages, like a page that loads. This also opens their HTTP connections. */
  read: async () => void (await Promise.all(pages.map(page => page.read()))),
  /** Waits until all pages show the label, and returns the times at which they received it. */
  async shows(expected, timeout) {
    label = expected
    arrived = []
    const deadline = Date.now() + timeout
    while (arrived.length < pages.length && Date.now() < deadline) await new Promise(resolve => setTimeout(resolve, 20))
    return arrived
  },
})

function open() {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`, { skipUTF8Validation: true })
  let request
  const page = {
    read() {
      request ??= openHttp()
      return request()
    },
  }
  return new Promise((resolve, reject) => {
    let unconfirmed = flowSubscriptions.length
    socket.on('error', reject)
    socket.on('open', () => {
      for (const [index, query] of flowSubscriptions.entries())
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: index + 1, method: 'subscribe', params: { query } }))
    })
    socket.on('message', data => {
      if (unconfirmed > 0 && --unconfirmed === 0) resolve(page)
      else if (unconfirmed <= 0 && data.includes('flow-updated.flow-id')) void show(page)
    })
  })
}

async function show(page) {
  const { flow } = JSON.parse(await page.read())
  if (flow.label === label) arrived.push(Date.now())
}

/** Opens an HTTP connection that stays open. Requests and responses cost as little as possible, because each real page has its own computer. */
function openHttp() {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`
  let received = ''
  let onBody
  socket.on('data', data => {
    received += data.toString('latin1')
    const start = received.indexOf('\r\n\r\n') + 4
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
    if (start < 4 || received.length < start + length) return
    const body = received.slice(start, start + length)
    received = ''
    onBody(body)
  })
  return () =>
    new Promise((resolve, reject) => {
      onBody = resolve
      socket.once('error', reject)
      socket.write(request, () => socket.off('error', reject))
    })
}

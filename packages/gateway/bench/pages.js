import { Agent, get } from 'node:http'
import { flowSubscriptions } from '@flow-query/core/live'
import { WebSocket } from 'ws'
import { serveCommands } from './child.js'

// Live pages that show one flow. Each has a WebSocket with the subscriptions of core, and reads the flow after each event. They don't
// parse frames, because a thousand pages in one process would measure themselves.

const path = '/intento/intent/v1/flow/1'
const agent = new Agent({ keepAlive: true })
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
  read: async () => void (await Promise.all(pages.map(() => read()))),
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
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`)
  return new Promise((resolve, reject) => {
    let unconfirmed = flowSubscriptions.length
    socket.on('error', reject)
    socket.on('open', () => {
      for (const [index, query] of flowSubscriptions.entries())
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: index + 1, method: 'subscribe', params: { query } }))
    })
    socket.on('message', data => {
      if (unconfirmed > 0 && --unconfirmed === 0) resolve(socket)
      else if (unconfirmed <= 0 && data.includes('flow-updated.flow-id')) void show()
    })
  })
}

async function show() {
  const flow = JSON.parse(await read())
  if (flow.flow.label === label) arrived.push(Date.now())
}

function read() {
  return new Promise((resolve, reject) => {
    get(url + path, { agent, headers: { 'accept-encoding': 'identity' } }, response => {
      const chunks = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks).toString()))
      response.on('error', reject)
    }).on('error', reject)
  })
}

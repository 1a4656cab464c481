import { once } from 'node:events'
import { createServer } from 'node:http'

/** Starts a webhook for many subscribers, each with its own path. */
export async function startReceiver() {
  const messages = []
  let time = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', text => {
      body += text
    })
    request.on('end', () => {
      const { data } = JSON.parse(body)
      const flowIds = (data.alerts ?? [data]).map(({ flow }) => flow.id)
      messages.push({ path: request.url, id: request.headers['webhook-id'], flowIds, time })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    messages,
    /** Sets the time of the next messages. */
    setTime(now) {
      time = now
    },
    close: () => server.close(),
  }
}

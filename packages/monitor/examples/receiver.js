import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.FLOW_QUERY_WEBHOOK_SECRET)
const seen = new Set()

createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  try {
    const { type, data } = webhook.verify(body, request.headers)
    const id = request.headers['webhook-id']
    // A message can arrive twice, for example after a lost response.
    if (!seen.has(id)) console.log(type, data.flow?.id ?? data.chain, data.title ?? `${data.total} alerts`)
    seen.add(id)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(process.env.PORT ?? 8080)

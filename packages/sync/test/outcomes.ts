import { readFileSync } from 'node:fs'
import type { FlowClientOptions } from '@flow-query/core'

interface Exchange {
  request: { path: string }
  response: { body: string }
}

/** A node with the flows of the recording `v1-outcomes`, and the newest 20 executions of each. */
export function recordedOutcomes(name: 'while-they-run' | 'after-their-end'): FlowClientOptions {
  const file = new URL(`../../testing/recordings/v1-outcomes/${name}.json`, import.meta.url)
  const exchanges: Exchange[] = JSON.parse(readFileSync(file, 'utf8'))
  const bodies = new Map(exchanges.map(({ request, response }) => [pathOf(request.path), JSON.parse(response.body)]))
  const flows = [...bodies].flatMap(([path, body]) => (/\/flow\/\d+$/.test(path) ? body.flow : []))
  const pagination = { next_key: null, total: '0' }

  const fetch: typeof globalThis.fetch = async input => {
    const path = pathOf(`${input}`.replace('https://lcd.test', ''))
    const body = path.endsWith('/flows') ? { flows, pagination } : bodies.get(path)
    // The recording has the newest execution first.
    if (path.includes('/flow-history/')) return Response.json({ history: body.history.toReversed(), pagination })
    return body ? Response.json(body) : Response.json({ code: 12, message: 'Not Implemented' }, { status: 501 })
  }
  return { lcd: 'https://lcd.test', fetch, chainId: 'recorded' }
}

function pathOf(target: string): string {
  return target.split('?')[0] ?? ''
}

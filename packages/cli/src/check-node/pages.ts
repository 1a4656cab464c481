import { fails, pass, type Step } from './finding.js'
import type { Node } from './probe.js'

const origin = 'https://explorer.example.org'

/** Checks CORS: what a browser allows apps on other sites to read. */
export function pageSteps({ get }: Node): Step[] {
  const step = (topic: string, run: Step['run']): Step => ({ group: 'pages', topic, run })
  const mayRead = (headers: Headers) => ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')
  return [
    step('CORS for responses', async () => {
      const { headers } = await get('params', { headers: { origin } })
      return mayRead(headers)
        ? pass('allowed for all sites')
        : fails('Access-Control-Allow-Origin is missing, so apps in a browser cannot read from this node')
    }),
    step('CORS for errors', async () => {
      const { headers } = await get('flow/abc', { headers: { origin } })
      return mayRead(headers)
        ? pass('allowed for all sites')
        : fails('errors have no Access-Control-Allow-Origin, so apps show "not found" as a network error')
    }),
    step('CORS for heights', async () => {
      const { status, headers } = await get('params', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-cosmos-block-height',
        },
      })
      const allowed = /\*|x-cosmos-block-height/i.test(headers.get('access-control-allow-headers') ?? '')
      return status < 300 && allowed && mayRead(headers)
        ? pass('allowed, so apps can set allowHeight')
        : pass('not allowed, like on most nodes, so apps can only read the newest state')
    }),
  ]
}

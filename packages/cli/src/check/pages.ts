import { fails, pass, type Step } from './finding.js'
import type { Node } from './probe.js'

const origin = 'https://explorer.example.org'

/** What a browser lets a page of another site do. */
export function pageSteps({ get }: Node): Step[] {
  const step = (topic: string, run: Step['run']): Step => ({ group: 'pages', topic, run })
  const mayRead = (headers: Headers) => ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')
  return [
    step('may read answers', async () => {
      const { headers } = await get('params', { headers: { origin } })
      return mayRead(headers)
        ? pass('any site')
        : fails('no Access-Control-Allow-Origin: explorers in a browser cannot read from this node.')
    }),
    step('may read errors', async () => {
      const { headers } = await get('flow/abc', { headers: { origin } })
      return mayRead(headers)
        ? pass('any site')
        : fails('errors come without Access-Control-Allow-Origin: a page takes "no such flow" for a broken network.')
    }),
    step('may ask for heights', async () => {
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
        ? pass('yes: allowHeight may be set')
        : pass('no, as with most nodes: pages read the newest state')
    }),
  ]
}

import { createFlowClient, toMilliseconds, v1, v1beta1 } from '@flow-query/react'
import { createDemoLcd } from '@flow-query/testing/demo'

const fromServer = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="flow-query:${name}"]`)?.content || undefined

const search = new URLSearchParams(location.search)
const lcd = search.get('lcd') ?? fromServer('lcd')
const rpc = search.has('lcd') ? (search.get('rpc') ?? undefined) : fromServer('rpc')
const demo = lcd === undefined ? createDemoLcd() : undefined
const send = demo?.fetch ?? fetch
let fails = false

export const docs = fromServer('docs')

/** Reads the node of `?lcd=` or of the server. Without one, reads a demo chain in this page. */
export const client = createFlowClient({
  lcd: lcd ?? demo?.url ?? '',
  rpc: rpc ?? demo?.rpc,
  WebSocket: demo?.WebSocket,
  fetch: (...request) => (fails ? Promise.reject(new TypeError('Failed to fetch')) : send(...request)),
  versions: [v1, v1beta1],
  retries: 0,
})

/** Lets all requests fail, to show how the examples handle errors. */
export function setNodeFails(value: boolean) {
  fails = value
}

/** Finds flows on the chain that the examples can show: one that runs often, and one with an interchain account. */
export async function findSample() {
  const { flows } = await client.flows({ limit: 100, reverse: true })
  const [often] = [...flows].sort((one, other) => pause(one.interval) - pause(other.interval))
  const interchain = flows.find(flow => flow.selfHostedIca) ?? often
  if (!often || !interchain) throw new Error('This chain has no flows yet.')
  const { owner, selfHostedIca } = interchain
  return { id: often.id, owner, connectionId: selfHostedIca?.connectionId ?? 'connection-0' }
}

export type Sample = Awaited<ReturnType<typeof findSample>>

const pause = (interval: string) => toMilliseconds(interval) || Number.POSITIVE_INFINITY

import type { World } from '../world.js'

/** The most requests of a client while nothing happens, in half a minute. Pages check whether the node still works. */
const mostWhenQuiet = 10
/** The most requests of a gateway while nothing happens, in addition to those of its clients. */
const mostOfGatewayWhenQuiet = 5

/**
 * The most requests per change, fault or action of a user. A change of a flow can concern several lists of a page, and a page that
 * connects sends more, because it reads all its queries again. A gateway sends the requests of all its clients.
 */
const mostPerStep: { readonly [client: string]: number } = { page: 2, mirror: 2, gateway: 8, monitor: 8, sync: 8 }
const mostAtStart = 50

/** Checks that clients send few requests. `before` contains their numbers when everything had become quiet. */
export function checkRequests({ network, chain, pages, log }: World, before: ReadonlyMap<string, number>): string[] {
  const { flows, history } = chain.lcd.state
  const runs = Object.values(history).reduce((sum, entries) => sum + entries.length, 0)
  const steps = log.steps.length + flows.length + runs
  const sentWhenQuiet = (client: string) => (network.requests.get(client) ?? 0) - (before.get(client) ?? 0)
  const clientsOfGateways = [...network.requests.keys()].filter(client => !/^(gateway|sync)/.test(client))
  const forwarded = clientsOfGateways.reduce((sum, client) => sum + sentWhenQuiet(client), 0)
  return [...network.requests].flatMap(([client, count]) => {
    const rereads = pages.find(({ name }) => name === client)?.rereads ?? 0
    const most = mostAtStart + steps * (mostPerStep[client.replace(/-.*/, '')] ?? 0) + rereads
    const whenQuiet = sentWhenQuiet(client)
    const enoughWhenQuiet = client.startsWith('gateway') ? mostOfGatewayWhenQuiet + forwarded : mostWhenQuiet
    return [
      ...(count > most ? [`${client} sent ${count} requests, but ${most} are enough for ${steps} steps`] : []),
      ...(whenQuiet > enoughWhenQuiet ? [`${client} sent ${whenQuiet} requests while nothing happened`] : []),
    ]
  })
}

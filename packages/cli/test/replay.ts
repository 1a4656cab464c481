import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Coin } from '@flow-query/core'
import type { Exchange } from '@flow-query/testing'

/** A node that returns the recorded response of each path and ignores query strings. */
export interface ReplayedNode {
  url: string
  /** The chain's time, in milliseconds since 1970. */
  time: number
  /** The IDs of the recorded flows, in the order of the recording. */
  flowIds: string[]
  /** The balance of an account. Empty if it was not recorded. */
  balanceOf: (address: string) => Coin[]
  close: () => void
}

export async function replay(recording: string): Promise<ReplayedNode> {
  const file = new URL(`../../testing/recordings/${recording}`, import.meta.url)
  const exchanges: Exchange[] = JSON.parse(readFileSync(file, 'utf8'))
  const bodies = new Map(exchanges.map(({ request, response }) => [pathOf(request.path), response.body]))
  const bodyOf = (path: string) => JSON.parse(bodies.get(path) ?? 'null')
  const server = createServer((request, response) => {
    const path = pathOf(request.url ?? '')
    const [, agent] = /\/trustless-agent\/(\w+)$/.exec(path) ?? []
    const body = agent === undefined ? bodies.get(path) : JSON.stringify(agentIn(agent))
    response.writeHead(body === undefined ? 501 : 200, { 'content-type': 'application/json' })
    response.end(body ?? '{"code":12,"message":"Not Implemented","details":[]}')
  })

  /** Looks up an agent in the recorded list of all agents. Like a node, it returns an empty agent for an unknown address. */
  function agentIn(address: string): unknown {
    const agents: { agent_address: string }[] = bodyOf('/intento/intent/v1/trustless-agents').trustless_agents
    const found = agents.find(({ agent_address }) => agent_address === address)
    return found
      ? { trustless_agent: found }
      : { trustless_agent: { agent_address: '', ica_config: null, fee_config: null } }
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    time: Date.parse(bodyOf('/cosmos/base/node/v1beta1/status').timestamp),
    flowIds: Array.from(bodies.keys(), path => /\/flow\/(\d+)$/.exec(path)?.[1] ?? '').filter(Boolean),
    balanceOf: address => bodyOf(`/cosmos/bank/v1beta1/balances/${address}`)?.balances ?? [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function pathOf(url: string): string {
  return new URL(url, 'http://node').pathname
}

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Coin } from '@flow-query/core'
import { type Exchange, replayRecordings } from '@flow-query/testing'

/** A node that returns recorded responses. */
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
  const fetch = replayRecordings({ 'http://node': exchanges })
  const bodies = new Map(exchanges.map(({ request, response }) => [pathOf(request.path), response.body]))
  const bodyOf = (path: string) => JSON.parse(bodies.get(path) ?? 'null')
  const server = createServer(async ({ url }, response) => {
    const recorded = await fetch(`http://node${url}`)
    // The recorded nodes have the current release. Core detects the release by this query.
    const isRelease = url?.endsWith('/total_burnt_coins') && !recorded.ok
    const answer = isRelease ? Response.json({ total_burnt: { denom: 'uinto', amount: '0' } }) : recorded
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
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

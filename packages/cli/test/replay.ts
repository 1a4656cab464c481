import type { Coin } from '@flow-query/core'
import { replayRecordings } from '@flow-query/testing'
import { addServer, removeServer } from './network.js'
import { exchangesIn, pathOf } from './node.js'

/** A node that returns recorded responses. */
export interface ReplayedNode {
  url: string
  fetch: typeof fetch
  /** The chain's time, in milliseconds since 1970. */
  time: number
  /** The IDs of the recorded flows, in the order of the recording. */
  flowIds: string[]
  /** The balance of an account. Empty if it was not recorded. */
  balanceOf: (address: string) => Coin[]
  close: () => void
}

export function replay(recording: string): ReplayedNode {
  const exchanges = exchangesIn(recording)
  const replayed = replayRecordings({ 'http://node': exchanges })
  const bodies = new Map(
    exchanges.map(({ request, response }) => [new URL(request.path, 'http://node').pathname, response.body]),
  )
  const bodyOf = (path: string) => JSON.parse(bodies.get(path) ?? 'null')
  const fetch: typeof globalThis.fetch = async input => {
    const path = pathOf(input)
    const recorded = await replayed(`http://node${path}`)
    // The recorded nodes have the current release. Core detects the release by this query.
    const isRelease = path.endsWith('/total_burnt_coins') && !recorded.ok
    return isRelease ? Response.json({ total_burnt: { denom: 'uinto', amount: '0' } }) : recorded
  }
  const url = addServer({ fetch })
  return {
    url,
    fetch,
    time: Date.parse(bodyOf('/cosmos/base/node/v1beta1/status').timestamp),
    flowIds: Array.from(bodies.keys(), path => /\/flow\/(\d+)$/.exec(path)?.[1] ?? '').filter(Boolean),
    balanceOf: address => bodyOf(`/cosmos/bank/v1beta1/balances/${address}`)?.balances ?? [],
    close: () => removeServer(url),
  }
}

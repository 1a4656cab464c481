import type { ReadQuery } from './routes.js'

export interface Freshness {
  readonly withEvents: number
  readonly withoutEvents: number
}

const announced: Freshness = { withEvents: 60_000, withoutEvents: 1_000 }
const accounts: Freshness = { withEvents: 5_000, withoutEvents: 2_000 }
const rare: Freshness = { withEvents: 30_000, withoutEvents: 30_000 }
const unrepeated: Freshness = { withEvents: 0, withoutEvents: 0 }
const newestBlock: Freshness = { withEvents: 1_000, withoutEvents: 1_000 }
export const ofPastBlock: Freshness = { withEvents: Infinity, withoutEvents: Infinity }
export const ofUnknownContents: Freshness = newestBlock

export const freshness: Readonly<Record<ReadQuery, Freshness>> = {
  flow: announced,
  flows: announced,
  flowsForOwner: announced,
  flowHistory: announced,
  totalBurnt: announced,
  balances: accounts,
  spendableBalances: accounts,
  authzGrants: accounts,
  connectionChannels: accounts,
  delegations: accounts,
  unbondingDelegations: accounts,
  packets: accounts,
  account: unrepeated,
  clientStatus: accounts,
  connection: rare,
  ica: rare,
  params: rare,
  stakingParams: rare,
  trustlessAgent: rare,
  trustlessAgents: rare,
  trustlessAgentsForAdmin: rare,
  chainInfo: rare,
  block: ofPastBlock,
  chainTime: newestBlock,
}

export const ofUnknownBlock: Freshness = { withEvents: 1_000, withoutEvents: 1_000 }

export const errorTime = 1_000

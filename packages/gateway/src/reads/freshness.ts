import type { ReadQuery } from './routes.js'

/** How long a response is served without asking a node again, in milliseconds. */
export interface Freshness {
  /** While events arrive. Events invalidate responses earlier. */
  readonly withEvents: number
  /** While no events arrive. */
  readonly withoutEvents: number
}

/** Queries whose changes events announce. */
const announced: Freshness = { withEvents: 60_000, withoutEvents: 1_000 }
/** Balances, permissions and channels. Flow events announce only some of their changes. */
const accounts: Freshness = { withEvents: 5_000, withoutEvents: 2_000 }
/** Data that rarely changes, and that no event announces. */
const rare: Freshness = { withEvents: 30_000, withoutEvents: 30_000 }
/** The number of transactions that an account has signed. After an outdated number, dry runs read it again immediately. */
const unrepeated: Freshness = { withEvents: 0, withoutEvents: 0 }
const newestBlock: Freshness = { withEvents: 1_000, withoutEvents: 1_000 }
/** Large responses that aren't parsed. A flow in them can be due at any time, and each event makes them outdated. */
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
  icaChannel: accounts,
  unbondingDelegations: accounts,
  packets: accounts,
  account: unrepeated,
  clientStatus: accounts,
  connection: rare,
  ica: rare,
  params: rare,
  trustlessAgent: rare,
  trustlessAgents: rare,
  trustlessAgentsForAdmin: rare,
  chainInfo: rare,
  chainTime: newestBlock,
}

/** How long a past block is served. It never changes. */
export const ofPastBlock: Freshness = { withEvents: Infinity, withoutEvents: Infinity }

/** How long the response for a past block is served if the node doesn't report the block of its data. */
export const ofUnknownBlock: Freshness = { withEvents: 1_000, withoutEvents: 1_000 }

/** How long an error response is repeated, in milliseconds. */
export const errorTime = 1_000

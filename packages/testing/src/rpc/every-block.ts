import type { Version } from '../releases.js'
import { type EventParts, transferEvents } from './abci-events.js'

/** Accounts of the recorded chains' modules. */
const MINT = 'into1m3h30wlvsf8llruxtpukdvsy0km2kum88nzuzj'
const FEES = 'into17xpfvakm2amg962yls6f84z3kell8c5llmxyw0'
export const ALLOC = 'into19q4uhsls5d9g5jkx7qxzwm70vm8nw4arlx7vs3'
export const COMMUNITY = 'into1jv65s3grqf6v6jl3dp4t6c9t9rk99cd8gapcvd'
const SUPPLEMENT = 'into1x69dz0c0emw8m2c6kp5v6c08kgjxmu30zg3p3p'
const RELAYER_REWARDS = 'into1ywtansy6ss0jtq8ckrcv6jzkps8yh8mfh9rcaj'
const VALIDATOR = 'intovaloper1fgjzuyfuu3xwnydqyrefycfw80kvavzj0u3364'

/** Minting and its distribution, which every block brings whatever happens in it. */
interface EveryBlock {
  begin: readonly EventParts[]
  end: readonly EventParts[]
}

/** As in the recorded blocks. */
export const EVERY_BLOCK: Readonly<Record<Version, EveryBlock>> = {
  v1: {
    begin: [
      ...minted('4753310'),
      ...transferEvents(FEES, ALLOC, '316887uinto'),
      ...transferEvents(FEES, COMMUNITY, '4436423uinto'),
      allocated('6337748uinto', '316887uinto', '4436423uinto', '0uinto'),
      ...transferEvents(SUPPLEMENT, COMMUNITY, ''),
      ['commission', ['amount', ''], ['validator', VALIDATOR]],
      ['rewards', ['amount', ''], ['validator', VALIDATOR]],
    ],
    end: [],
  },
  v1beta1: {
    begin: [
      ...minted('9511731'),
      ...transferEvents(FEES, ALLOC, '1902346uinto'),
      ...transferEvents(FEES, COMMUNITY, '1426759uinto'),
      allocated('9511731uinto', '1902346uinto', '1426759uinto', '475586uinto'),
      ...transferEvents(SUPPLEMENT, COMMUNITY, '4636969uinto'),
    ],
    end: [
      ...transferEvents(FEES, SUPPLEMENT, '4636969uinto'),
      ...transferEvents(FEES, RELAYER_REWARDS, '1545657uinto'),
    ],
  },
}

function minted(amount: string): EventParts[] {
  return [
    ['coin_received', ['receiver', MINT], ['amount', `${amount}uinto`]],
    ['coinbase', ['minter', MINT], ['amount', `${amount}uinto`]],
    ...transferEvents(MINT, FEES, `${amount}uinto`),
    ['mint', ['annual_provisions', '150000000000000.000000000000000000'], ['amount', amount]],
  ]
}

function allocated(pool: string, incentives: string, community: string, rewards: string): EventParts {
  return [
    'alloc_distribution',
    ['fee_pool_amount', pool],
    ['incentives_amount', incentives],
    ['community_pool_amount', community],
    ['dev_rewards_amount', rewards],
  ]
}

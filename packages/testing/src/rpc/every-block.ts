import type { Version } from '../releases.js'
import { type EventParts, transferEvents } from './abci-events.js'

const mintModule = 'into1m3h30wlvsf8llruxtpukdvsy0km2kum88nzuzj'
const feeCollector = 'into17xpfvakm2amg962yls6f84z3kell8c5llmxyw0'
export const allocModule = 'into19q4uhsls5d9g5jkx7qxzwm70vm8nw4arlx7vs3'
export const communityPool = 'into1jv65s3grqf6v6jl3dp4t6c9t9rk99cd8gapcvd'
const supplementModule = 'into1x69dz0c0emw8m2c6kp5v6c08kgjxmu30zg3p3p'
const relayerRewardsModule = 'into1ywtansy6ss0jtq8ckrcv6jzkps8yh8mfh9rcaj'
const validator = 'intovaloper1fgjzuyfuu3xwnydqyrefycfw80kvavzj0u3364'

interface EveryBlock {
  begin: readonly EventParts[]
  end: readonly EventParts[]
}

export const everyBlock: Readonly<Record<Version, EveryBlock>> = {
  v1: {
    begin: [
      ...minted('4753310'),
      ...transferEvents(feeCollector, allocModule, '316887uinto'),
      ...transferEvents(feeCollector, communityPool, '4436423uinto'),
      allocated('6337748uinto', '316887uinto', '4436423uinto', '0uinto'),
      ...transferEvents(supplementModule, communityPool, ''),
      ['commission', ['amount', ''], ['validator', validator]],
      ['rewards', ['amount', ''], ['validator', validator]],
    ],
    end: [],
  },
  v1beta1: {
    begin: [
      ...minted('9511731'),
      ...transferEvents(feeCollector, allocModule, '1902346uinto'),
      ...transferEvents(feeCollector, communityPool, '1426759uinto'),
      allocated('9511731uinto', '1902346uinto', '1426759uinto', '475586uinto'),
      ...transferEvents(supplementModule, communityPool, '4636969uinto'),
    ],
    end: [
      ...transferEvents(feeCollector, supplementModule, '4636969uinto'),
      ...transferEvents(feeCollector, relayerRewardsModule, '1545657uinto'),
    ],
  },
}

function minted(amount: string): EventParts[] {
  return [
    ['coin_received', ['receiver', mintModule], ['amount', `${amount}uinto`]],
    ['coinbase', ['minter', mintModule], ['amount', `${amount}uinto`]],
    ...transferEvents(mintModule, feeCollector, `${amount}uinto`),
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

import { readFileSync } from 'node:fs'
import { type Coin, type Flow, type FlowHistoryEntry, type FlowHistoryPage, v1 } from '@flow-query/core'
import type { Exchange } from '@flow-query/testing'
import type { AuthzGrant, FlowsForecastFacts, IcaChannel, UnbondingDelegation } from '../src/forecast/index.js'

const root = new URL('../../testing/recordings/v1-forecast/', import.meta.url)

type Mapped = { [path: string]: Exchange['response'] }

/** The answers to pinned GET requests, by path. */
function answers(file: string): Mapped {
  const exchanges: Exchange[] = JSON.parse(readFileSync(new URL(file, root), 'utf8'))
  return Object.fromEntries(
    exchanges
      .filter(({ request }) => request.method === 'GET' && !request.headers?.['x-cosmos-block-height'])
      .map(({ request, response }) => [request.path, response]),
  )
}

const bodiesOf = (mapped: Mapped, pattern: RegExp) =>
  Object.entries(mapped).flatMap(([path, { status, body }]) => {
    const match = pattern.exec(path)
    return match && status === 200 ? [{ match, body: JSON.parse(body) }] : []
  })

const balancesIn = (mapped: Mapped, kind: 'balances' | 'spendable_balances'): Record<string, Coin[]> =>
  Object.fromEntries(
    bodiesOf(mapped, new RegExp(`/bank/v1beta1/${kind}/(into1[a-z0-9]+)$`)).map(({ match, body }) => [
      match[1],
      body.balances,
    ]),
  )

const grantsIn = (mapped: Mapped): Record<string, AuthzGrant[]> =>
  Object.fromEntries(
    bodiesOf(mapped, /authz\/v1beta1\/grants\?granter=(\w+)&grantee=(\w+)$/).map(({ match, body }) => [
      `${match[1]}/${match[2]}`,
      body.grants,
    ]),
  )

function flowsIn(mapped: Mapped): { flows: Flow[]; histories: Record<string, FlowHistoryEntry[]> } {
  const flows = bodiesOf(mapped, /\/flows\?pagination.limit=1000$/).flatMap(
    ({ body }) => v1.mappers.flows(body, false).flows,
  )
  const histories = bodiesOf(mapped, /flow-history\/(\d+)\?pagination.limit=1000$/).map(({ match, body }) => [
    match[1],
    v1.mappers.flowHistory(body, false).history,
  ])
  return { flows, histories: Object.fromEntries(histories) }
}

/** All facts that were known at height 3882, and the time of its block. */
export function recordedFacts(): { facts: FlowsForecastFacts; now: number } {
  const state = answers('state.json')
  const here = answers('exchanges.json')
  const there = answers('other-chain.json')
  const { flows, histories } = flowsIn(state)
  const [params] = bodiesOf(state, /\/params$/)
  const [agents] = bodiesOf(state, /trustless-agents\?/)
  const [channels] = bodiesOf(here, /connections\/connection-0\/channels$/)
  const [delegations] = bodiesOf(here, /\/delegations\/[^/]+$/)
  const [unbonding] = bodiesOf(here, /unbonding_delegations$/)
  const [staking] = bodiesOf(here, /staking\/v1beta1\/params$/)
  const [status] = bodiesOf(here, /node\/v1beta1\/status$/)
  const known = v1.mappers.trustlessAgents(agents?.body, false).trustlessAgents
  const agentsByAddress = Object.fromEntries(known.map(agent => [agent.agentAddress, agent]))
  const addresses = new Set(flows.map(flow => flow.trustlessAgent?.agentAddress || flow.owner))
  return {
    facts: {
      params: v1.mappers.params(params?.body, false),
      release: 'current',
      flows,
      histories: Object.fromEntries(
        Object.entries(histories).map(([id, history]) => [id, { history: history.toReversed(), nextKey: null }]),
      ),
      agents: Object.fromEntries(
        flows.flatMap(({ trustlessAgent }) =>
          trustlessAgent ? [[trustlessAgent.agentAddress, agentsByAddress[trustlessAgent.agentAddress] ?? null]] : [],
        ),
      ),
      balances: balancesIn(here, 'balances'),
      spendableBalances: balancesIn(here, 'spendable_balances'),
      grants: grantsIn(here),
      delegations: Object.fromEntries(
        ((delegations?.body.delegation_responses ?? []) as RecordedDelegation[]).map(({ delegation, balance }) => [
          delegation.delegator_address,
          [{ validatorAddress: delegation.validator_address, balance }],
        ]),
      ),
      unbondingDelegations: Object.fromEntries(
        ((unbonding?.body.unbonding_responses ?? []) as RecordedUnbonding[]).map(response => [
          response.delegator_address,
          [unbondingOf(response)],
        ]),
      ),
      stakingParams: {
        unbondingTime: staking?.body.params.unbonding_time,
        maxEntries: staking?.body.params.max_entries,
      },
      channels: Object.fromEntries(
        Array.from(addresses, address => [
          `connection-0/${address}`,
          ((channels?.body.channels ?? []) as RecordedChannel[])
            .filter(({ port_id }) => port_id === `icacontroller-${address}`)
            .map(channelOf)
            .at(-1) ?? null,
        ]),
      ),
      clientStatuses: { 'connection-0': 'Active' },
      chains: {
        'connection-0': {
          balances: balancesIn(there, 'balances'),
          spendableBalances: balancesIn(there, 'spendable_balances'),
          grants: grantsIn(there),
        },
      },
    },
    now: Date.parse(status?.body.timestamp),
  }
}

interface RecordedChannel {
  channel_id: string
  port_id: string
  state: string
  ordering: string
  version: string
}

function channelOf({ channel_id, port_id, state, ordering, version }: RecordedChannel): IcaChannel {
  return {
    channelId: channel_id,
    portId: port_id,
    state,
    ordering,
    address: /"address\\*":\\*"(\w+)/.exec(version)?.[1] ?? null,
  }
}

interface RecordedDelegation {
  delegation: { delegator_address: string; validator_address: string }
  balance: Coin
}

interface RecordedUnbonding {
  delegator_address: string
  validator_address: string
  entries: { completion_time: string; balance: string }[]
}

function unbondingOf({ delegator_address, validator_address, entries }: RecordedUnbonding): UnbondingDelegation {
  return {
    delegatorAddress: delegator_address,
    validatorAddress: validator_address,
    entries: entries.map(({ completion_time, balance }) => ({ completionTime: completion_time, balance })),
  }
}

/** The runs of flows 94 to 129 after height 3882, and the final balances. */
export function whatHappened(): {
  histories: Record<string, FlowHistoryEntry[]>
  balances: Record<string, Coin[]>
} {
  const later = answers('later.json')
  return { histories: flowsIn(later).histories, balances: balancesIn(later, 'balances') }
}

/** The flows, their newest 20 runs and the balances of their fee accounts, in a recording of flows with known outcomes. */
export function recordedOutcomes(file: 'while-they-run.json' | 'after-their-end.json'): {
  flows: Flow[]
  histories: Record<string, FlowHistoryPage>
  balances: Record<string, Coin[]>
} {
  const known = answers(`../v1-outcomes/${file}`)
  return {
    flows: bodiesOf(known, /\/flows?\/(\d+)$/).map(({ body }) => v1.mappers.flow(body, false)),
    histories: Object.fromEntries(
      bodiesOf(known, /flow-history\/(\d+)\?/).map(({ match, body }) => [
        match[1],
        v1.mappers.flowHistory(body, false),
      ]),
    ),
    balances: balancesIn(known, 'balances'),
  }
}

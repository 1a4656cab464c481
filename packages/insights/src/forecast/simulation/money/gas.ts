import type { Flow } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import {
  type GasState,
  gasAfter,
  gasOfDryRun,
  gasOfEntry,
  gasOfMessages,
  gasOfPackets,
  grantedType,
  usualRange,
} from '@flow-query/rules'
import {
  type FlowDryRun,
  type FlowsForecastFacts,
  type ForecastChainFacts,
  isInterchain,
} from '../../forecast-facts.js'
import { nameOf, signerOf } from '../../messages.js'

export interface GasRange {
  least: number
  likely: number
  most: number
}

/** The gas of a flow's runs that succeed. */
export interface GasEstimate {
  source: 'dryRun' | 'otherFlow' | 'messageTypes' | undefined
  /** Index 0 is the next run. Returns undefined if the gas of a message is unknown. */
  at: (index: number) => GasRange | undefined
  /** How much more gas each run needs than the run before. */
  growth: number
  /** Returns how much more gas later runs need than the first one, apart from the growth. */
  afterFirst: (gasOfFirst: number) => number
}

type GasFacts = ForecastChainFacts & Pick<FlowsForecastFacts, 'agents'>

/** @param other the gas of a run of another flow with the same types of messages */
export function estimateGas(
  flow: Flow,
  facts: GasFacts,
  dryRun: FlowDryRun | undefined,
  other: bigint | undefined,
): GasEstimate {
  const { msgs, owner } = flow
  const otherFlow = other === undefined ? undefined : Number(other)
  const source = otherFlow === undefined ? 'messageTypes' : 'otherFlow'
  if (isInterchain(flow)) {
    const gas = otherFlow ?? gasOfRemoteRun(flow, facts)
    return gas === undefined ? unknownGas : { source, at: () => rangeOf(gas), growth: 0, afterFirst: () => 0 }
  }
  const state = gasStateOf(facts)
  const growth = gasOfEntry(msgs)
  const afterFirst = (gasOfFirst: number) => gasAfter(gasOfFirst, msgs, owner, state)
  if (dryRun?.result === 'succeeded') {
    const first = gasOfDryRun(dryRun, msgs)
    const later = first + afterFirst(first)
    return { source: 'dryRun', at: index => rangeOf((index > 0 ? later : first) + growth * index), growth, afterFirst }
  }
  const gasWith = (changes: Partial<GasState>) => gasOfMessages(msgs, owner, { ...state, ...changes }) ?? 0
  const settled = gasWith({ isNew: () => false })
  const later = otherFlow ?? settled
  if (later === 0) return { ...unknownGas, growth }
  return {
    source,
    at(index) {
      const unknown = unknownState(facts, state)
      // The most gas that a limit may need, if it is unknown whether permissions have limits.
      const ofLimits = otherFlow === undefined ? gasWith({ isLimited: unknown.isLimited }) - gasWith({}) : 0
      const change = index > 0 ? growth * index : gasWith({}) - settled
      const least = index > 0 ? change : Math.min(change, gasWith({ isNew: unknown.isNew }) - settled)
      return {
        likely: later + change,
        least: usualRange(later + least).least,
        most: usualRange(later + change + ofLimits).most,
      }
    },
    growth,
    afterFirst,
  }
}

const unknownGas: GasEstimate = { source: undefined, at: () => undefined, growth: 0, afterFirst: () => 0 }

/** Each response to a feedback loop on another chain causes another packet, whose gas is unknown. */
function gasOfRemoteRun({ msgs, trustlessAgent, conditions }: Flow, { agents }: GasFacts): number | undefined {
  if (conditions.feedbackLoops.length > 0) return undefined
  if (!trustlessAgent) return gasOfPackets(msgs)
  const agent = lookUp(agents, trustlessAgent.agentAddress)
  const isFree = trustlessAgent.feeLimit.length === 0 || agent?.feeConfig.feeCoinsSupported.length === 0
  return gasOfPackets(msgs, isFree ? 'free' : 'paid')
}

export function rangeOf(likely: number): GasRange {
  return { likely, ...usualRange(likely) }
}

function gasStateOf({ balances, delegations, unbondingDelegations, grants }: ForecastChainFacts): GasState {
  return {
    isNew(message, field) {
      const address = textOf(message[field])
      if (field === 'to_address') return lookUp(balances, address)?.length === 0
      const known = lookUp(delegations, signerOf(message) ?? '') ?? [{ validatorAddress: address }]
      return known.every(({ validatorAddress }) => validatorAddress !== address)
    },
    openEntries(message) {
      if (nameOf(message) !== 'MsgUndelegate') return 0
      const known = lookUp(unbondingDelegations, signerOf(message) ?? '') ?? []
      return known.find(({ validatorAddress }) => validatorAddress === message.validator_address)?.entries.length ?? 0
    },
    isLimited(message, grantee) {
      const known = lookUp(grants, `${signerOf(message)}/${grantee}`) ?? []
      const grant = known.find(({ authorization }) => grantedType(authorization) === message['@type'])
      const limit = grant?.authorization.spend_limit
      return Array.isArray(limit) && limit.length > 0
    },
  }
}

/** Assumes that an unknown delegation doesn't exist, and that an unknown permission has a limit. An unknown recipient usually exists. */
function unknownState({ delegations, grants }: ForecastChainFacts, known: GasState): Omit<GasState, 'openEntries'> {
  return {
    isNew: (message, field) =>
      known.isNew(message, field) || (field !== 'to_address' && !lookUp(delegations, signerOf(message) ?? '')),
    isLimited: (message, grantee) =>
      known.isLimited(message, grantee) || !lookUp(grants, `${signerOf(message)}/${grantee}`),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

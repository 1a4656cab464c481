import type { Coin, Params } from '@flow-query/core'
import { type Denoms, knownDenoms, splitAmount } from './amount.js'
import { formatNumber } from './number.js'
import { formatDuration } from './time.js'

/** A parameter with its unit and meaning. */
export interface ParamRow {
  /** As the chain calls it. */
  field: string
  name: string
  meaning: string
  values: ParamValue[]
}

/** `text`, what it is of (`connection-0, class 1`) or in, and the exact value where `text` is a shorter form. */
export interface ParamValue {
  text: string
  of?: string
  /** A denom that has no other name. */
  denom?: string
  exact?: string
}

/** The denom in which the chain counts what it prints without one. */
const baseDenom = 'uinto'

/** Every parameter, with what a reader needs to know of it. */
export function describeParams(params: Params, denoms: Denoms = knownDenoms): ParamRow[] {
  return [
    {
      field: 'flow_funds_commission',
      name: 'Commission on funds',
      meaning: 'Taken of the funds that are attached to a flow.',
      values: [{ text: `${formatNumber(params.flowFundsCommission)} %` }],
    },
    {
      field: 'flow_flex_fee_mul',
      name: 'Flexible fee',
      meaning: 'Added to the fee of a run, on top of what is burnt.',
      values: [{ text: `${formatNumber(params.flowFlexFeeMul)} ‰ of the gas used` }],
    },
    {
      field: 'burn_fee_per_msg',
      name: 'Burnt per message',
      meaning: 'Taken out of circulation for each message of a run.',
      values: [inBase(params.burnFeePerMsg, denoms)],
    },
    {
      field: 'gas_fee_coins',
      name: 'Price of gas',
      meaning: 'What a unit of gas costs in each denom that fees can be paid in.',
      values: params.gasFeeCoins.map(price),
    },
    {
      field: 'max_flow_duration',
      name: 'Longest flow',
      meaning: 'From its start to its end.',
      values: [{ text: formatDuration(params.maxFlowDuration), exact: params.maxFlowDuration }],
    },
    {
      field: 'min_flow_duration',
      name: 'Shortest flow',
      meaning: 'From its start to its end.',
      values: [{ text: formatDuration(params.minFlowDuration), exact: params.minFlowDuration }],
    },
    {
      field: 'min_flow_interval',
      name: 'Shortest interval',
      meaning: 'The least time between two runs.',
      values: [{ text: formatDuration(params.minFlowInterval), exact: params.minFlowInterval }],
    },
    {
      field: 'connection_rewards',
      name: 'Relayer rewards',
      meaning: 'Paid to the relayer that carries a run to the other chain, by class of message.',
      values: params.connectionRewards.flatMap(({ connectionId, relayerRewards }) =>
        relayerRewards.map((reward, index) => ({
          ...inBase(reward, denoms),
          of: `${connectionId || 'every connection'}, class ${index + 1}`,
        })),
      ),
    },
  ]
}

function inBase(amount: string, denoms: Denoms): ParamValue {
  const { text, exact } = splitAmount({ denom: baseDenom, amount }, denoms)
  return { text, exact }
}

/** Prices stay in the base denom: gas is counted by the million. */
function price({ denom, amount }: Coin): ParamValue {
  return { text: formatNumber(amount), denom, exact: `${formatNumber(amount)} ${denom}` }
}

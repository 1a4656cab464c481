import type { Coin, Params } from '@flow-query/core'
import { type Denoms, knownDenoms, splitAmount } from './amount.js'
import { lookUp } from './lookup.js'
import { formatNumber } from './number.js'
import { formatDuration } from './time/time.js'

export interface ParamRow {
  /** The chain's name for the parameter, for example `burn_fee_per_msg`. */
  field: string
  name: string
  meaning: string
  /** The formatted values. Most parameters have one. */
  values: ParamValue[]
}

export interface ParamValue {
  text: string
  /** The item that the value applies to, for example `connection-0, class 1`. */
  of?: string
  /** The denom of the value, if `text` doesn't contain it. */
  denom?: string
  /** The exact value, if `text` is a shorter form. */
  exact?: string
}

const baseDenom = 'uinto'

/** Describes all parameters of the Intent module, with readable names, units and meanings. */
export function describeParams(params: Params, denoms: Denoms = knownDenoms): ParamRow[] {
  return [
    {
      field: 'flow_funds_commission',
      name: 'Commission on funds',
      meaning: 'The share of a flow’s attached funds that the chain keeps.',
      values: [{ text: `${formatNumber(params.flowFundsCommission)} %` }],
    },
    {
      field: 'flow_flex_fee_mul',
      name: 'Flexible fee',
      meaning: 'The gas fee of a run, in addition to the burn fee.',
      values: [{ text: `${formatNumber(params.flowFlexFeeMul)} ‰ of the gas used` }],
    },
    {
      field: 'burn_fee_per_msg',
      name: 'Burn fee per message',
      meaning: 'The amount that is burned for each message of a run.',
      values: [inBase(params.burnFeePerMsg, denoms)],
    },
    {
      field: 'gas_fee_coins',
      name: 'Gas price',
      meaning: 'The price of one unit of gas in each fee denom.',
      values: params.gasFeeCoins.map(coin => price(coin, denoms)),
    },
    {
      field: 'max_flow_duration',
      name: 'Maximum duration',
      meaning: 'The maximum time between the start and end of a flow.',
      values: [{ text: formatDuration(params.maxFlowDuration), exact: params.maxFlowDuration }],
    },
    {
      field: 'min_flow_duration',
      name: 'Minimum duration',
      meaning: 'The minimum time between the start and end of a flow.',
      values: [{ text: formatDuration(params.minFlowDuration), exact: params.minFlowDuration }],
    },
    {
      field: 'min_flow_interval',
      name: 'Minimum interval',
      meaning: 'The minimum time between two runs.',
      values: [{ text: formatDuration(params.minFlowInterval), exact: params.minFlowInterval }],
    },
    {
      field: 'connection_rewards',
      name: 'Relayer rewards',
      meaning: 'The payment for a relayer that delivers a run to another chain, per message class.',
      values: params.connectionRewards.flatMap(({ connectionId, relayerRewards }) =>
        relayerRewards.map((reward, index) => ({
          ...inBase(reward, denoms),
          of: `${connectionId || 'all connections'}, class ${index + 1}`,
        })),
      ),
    },
  ]
}

function inBase(amount: string, denoms: Denoms): ParamValue {
  const { text, exact } = splitAmount({ denom: baseDenom, amount }, denoms)
  return { text, exact }
}

function price(coin: Coin, denoms: Denoms): ParamValue {
  const { text, exact } = splitAmount(coin, denoms)
  if (lookUp(denoms, coin.denom)) return { text, exact }
  return { text: formatNumber(coin.amount), denom: coin.denom, exact }
}

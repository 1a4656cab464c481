import { expect, test } from 'vitest'
import { describeParams } from './params.js'

test('describes each parameter with its unit', () => {
  const rows = describeParams({
    flowFundsCommission: '2',
    flowFlexFeeMul: '5',
    burnFeePerMsg: '10000',
    gasFeeCoins: [
      { denom: 'uinto', amount: '80' },
      { denom: 'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9', amount: '10' },
      { denom: 'ufoo', amount: '1500' },
    ],
    maxFlowDuration: '94867200s',
    minFlowDuration: '60s',
    minFlowInterval: '5s',
    connectionRewards: [
      { connectionId: 'connection-0', relayerRewards: ['20000', '30000'] },
      { connectionId: '', relayerRewards: ['1'] },
    ],
  })
  const shown = Object.fromEntries(
    rows.map(({ field, values }) => [
      field,
      values.map(({ text, of, denom }) => [text, of, denom].filter(Boolean).join(' ')),
    ]),
  )
  expect(shown).toEqual({
    flow_funds_commission: ['2 %'],
    flow_flex_fee_mul: ['5 ‰ of the gas used'],
    burn_fee_per_msg: ['0.01 INTO'],
    gas_fee_coins: ['0.00008 INTO', '0.00001 ATOM', '1,500 ufoo'],
    max_flow_duration: ['1,098 days'],
    min_flow_duration: ['1 minute'],
    min_flow_interval: ['5 seconds'],
    connection_rewards: [
      '0.02 INTO connection-0, class 1',
      '0.03 INTO connection-0, class 2',
      '0.000001 INTO all connections, class 1',
    ],
  })
})

import { expect, test } from 'vitest'
import { flowOf, interchain, now } from '../../../core/test/flows.js'
import { forecastWith, type RiskIn } from '../../test/forecasts.js'
import { groupFailures, nextFailures } from './index.js'

const messageFunds: RiskIn = { kind: 'messageFunds', certainty: 'likely', in: 10 }
const feeBalanceTooLow: RiskIn = { kind: 'feeBalanceTooLow', certainty: 'certain', in: 60 }

const one = forecastWith([messageFunds], { flow: flowOf({ id: '1' }) })
const sooner = forecastWith([{ kind: 'agentFee', certainty: 'certain', in: 2 }], { flow: flowOf({ id: '2' }) })
const fine = forecastWith([], { flow: flowOf({ id: '3' }) })

test('nextFailures: sorts forecasts by their first failure, and omits those without one', () => {
  const found = nextFailures([one, sooner, fine])
  expect(found.map(({ forecast, failure }) => [forecast.flow.id, failure.risk.kind])).toEqual([
    ['2', 'agentFee'],
    ['1', 'messageFunds'],
  ])
  expect(nextFailures([one, sooner, fine], now + 9 * 60_000)).toHaveLength(1)
})

test('groupFailures: groups failures that share a cause, largest group first, and counts the owners', () => {
  const noChannel = (id: string, owner: string, connectionId: string, from: number) =>
    forecastWith([{ kind: 'noOpenChannel', certainty: 'likely', in: from }], {
      flow: flowOf({ id, owner, selfHostedIca: { ...interchain.selfHostedIca, connectionId } }),
    })
  const poor = (id: string, address: string) =>
    forecastWith([{ ...feeBalanceTooLow, address }], { flow: flowOf({ id, owner: address }) })
  const groups = groupFailures(
    nextFailures([
      poor('1', 'into1a'),
      noChannel('2', 'into1a', 'connection-7', 20),
      noChannel('3', 'into1b', 'connection-7', 10),
      noChannel('4', 'into1b', 'connection-7', 30),
      noChannel('5', 'into1b', 'connection-8', 5),
      poor('6', 'into1b'),
    ]),
  )
  const shown = groups.map(({ kind, shared, failures, owners }) => [
    kind,
    shared,
    failures.map(({ forecast }) => forecast.flow.id).join(),
    owners,
  ])
  expect(shown).toEqual([
    ['noOpenChannel', 'connection-7', '3,2,4', 2],
    ['noOpenChannel', 'connection-8', '5', 1],
    ['feeBalanceTooLow', 'into1a', '1', 1],
    ['feeBalanceTooLow', 'into1b', '6', 1],
  ])
})

import { expect, test } from 'vitest'
import { problemPlace } from './problem-place'

test.each([
  ['interval', 'Interval'],
  ['feeFunds', 'Deposit into the fee account'],
  ['msgs', 'Messages'],
  ['msgs[1].to_address', 'Message 2: to address'],
  ['msgs[0].msgs[2]', 'Message 1: message 3'],
  ['conditions', 'Conditions'],
  ['conditions.comparisons[0].responseKey', 'Comparison 1: response key'],
  ['conditions.stopOnSuccessOf[1]', 'Stop on success of, item 2'],
  ['configuration.stopOnFailure', 'Stop after a failure'],
  ['trustlessAgent.agentAddress', 'Agent'],
])('names the part %s', (path, name) => {
  expect(problemPlace(path)).toBe(name)
})

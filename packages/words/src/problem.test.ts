import { readdirSync, readFileSync } from 'node:fs'
import {
  createFlowClient,
  type ExecutionOutcome,
  type Flow,
  type FlowConditions,
  scanFlowHistory,
  scanFlows,
  v1,
  v1beta1,
} from '@flow-query/core'
import { createLcd, stateFromRecording } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { type ExplainedFlow, explainExecution, explainProblem, nameProblem } from './problem.js'

const noConditions: FlowConditions = {
  feedbackLoops: [],
  comparisons: [],
  stopOnSuccessOf: [],
  stopOnFailureOf: [],
  skipOnFailureOf: [],
  skipOnSuccessOf: [],
  useAndForComparisons: false,
}
const flow: ExplainedFlow = {
  owner: 'into1owner',
  feeAddress: 'into1fees',
  msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend' }],
  selfHostedIca: null,
  trustlessAgent: null,
  configuration: {
    saveResponses: true,
    updatingDisabled: false,
    stopOnSuccess: false,
    stopOnFailure: false,
    stopOnTimeout: false,
    walletFallback: false,
  },
  conditions: noConditions,
}
const withFallback = { ...flow, configuration: { ...flow.configuration, walletFallback: true } }
const ica = { ...flow, selfHostedIca: { portId: 'icacontroller-into1owner', connectionId: 'connection-0' } }
const exec = { ...flow, msgs: [{ '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: [] }] }

const noFee = 'balance too low to deduct expected fee'
const tooLittle =
  'msg handling error: could not execute local flow: spendable balance 5000000uinto is smaller than 900000000uinto: insufficient funds'
const there = (code: number) =>
  `error handling packet on host chain: see host chain events for details, error: ABCI code: ${code}: error handling packet: see events for details`

test.each<[error: string, flow: ExplainedFlow, title: string, help: string]>([
  [noFee, flow, 'Nothing was left to pay the fee', 'send INTO to into1fees, or let the flow take fees'],
  [noFee, withFallback, 'Nothing was left to pay the fee', 'send INTO to into1fees or to into1owner'],
  [
    tooLittle,
    flow,
    'There was not enough to send',
    'into1owner had 5 INTO to spend, and the message asks for 900 INTO.',
  ],
  ['insufficient funds', flow, 'There was not enough to send', 'held less than the message asks for'],
  [
    'msg handling error: no active channel for this owner',
    ica,
    'No open channel to the other chain',
    'The interchain account on connection-0 was never registered',
  ],
  [
    'msg handling error: could execute local flow: validator does not exist',
    flow,
    'There is no such validator',
    'Change it to one that is there',
  ],
  [
    'msg handling error: could execute local flow: no delegation for (address, validator) tuple',
    flow,
    'Nothing is delegated to this validator',
    'Delegate to the validator first',
  ],
  [there(5), ica, 'The other chain refused it', '“insufficient funds”: fund the interchain account, or lower'],
  [there(5), exec, 'The other chain refused it', '“insufficient funds”: fund the account that pays there'],
  [there(4), ica, 'The other chain refused it', '“unauthorized”'],
  [there(11), ica, 'The other chain refused it', '“out of gas”'],
  [there(2), exec, 'The other chain refused it', '“authorization not found”: grant the agent an authorization'],
  [
    there(2),
    ica,
    'The other chain refused it',
    'a number, 2, for which each module of that chain has a meaning of its own',
  ],
  [there(1171), ica, 'The other chain refused it', 'a number, 1171, for which each module'],
  ['error handling packet on host chain', ica, 'The other chain refused it', 'It only says that much.'],
])('%s', (error, flow, title, help) => {
  const explained = explainProblem(error, flow)
  expect(explained).toEqual({ title, help: expect.stringContaining(help), chainSaid: error })
  expect(nameProblem(error)).toBe(title)
})

test('what is not known keeps the chain’s own words, and nothing is guessed', () => {
  for (const error of ['panic: out of gas in location: WriteFlat', 'constructor', '']) {
    expect(nameProblem(error)).toBeNull()
    expect(explainProblem(error, flow)).toEqual({
      title: 'The chain refused it',
      help: 'Its own words below say why.',
      chainSaid: error,
    })
  }
})

test('amounts are in the denoms that one is told of', () => {
  const denoms = { uinto: { symbol: 'Into', decimals: 0 } }
  expect(explainProblem(tooLittle, flow, denoms).help).toContain('had 5,000,000 Into to spend')
  expect(explainProblem(noFee, flow, denoms).help).toContain('send Into to into1fees')
})

const noResponses =
  'conditions to execute not met: did not make a comparison, no responses on the target history. Set SaveResponses to true to use responses for comparison'

test.each([
  ['0', true, 'but the runs before left none: mend what made them fail.'],
  ['0', false, 'turn that on (save responses).'],
  ['7', true, 'Flow 7 must keep responses (save responses), and have run well before.'],
])('a comparison with flow %s, responses kept: %s', (flowId, saveResponses, help) => {
  const comparison = {
    flowId,
    responseIndex: 0,
    responseKey: '',
    valueType: 'sdk.Coin',
    operator: 'EQUAL',
    operand: '',
    differenceMode: false,
    icqConfig: null,
  }
  const explained = explainProblem(noResponses, {
    ...flow,
    configuration: { ...flow.configuration, saveResponses },
    conditions: { ...noConditions, comparisons: [comparison] },
  })
  expect(explained.title).toBe('Its conditions could not be checked')
  expect(explained.help).toMatch(/^There was no response to compare with\. /)
  expect(explained.help.endsWith(help)).toBe(true)
})

test('a comparison that the flow no longer has', () => {
  expect(explainProblem(noResponses, flow).help).toMatch(/ Keep responses \(save responses\), and check which flow/)
})

test('conditions that fail otherwise are told by the chain', () => {
  expect(explainProblem('conditions to execute not met: value is no number', flow).help).toBe(
    'The chain’s own words below say why.',
  )
})

test('how a run went is explained, one by one where several things went wrong', () => {
  const titles = (outcome: ExecutionOutcome, errors: string[] = []) =>
    explainExecution({ errors }, flow, outcome).map(({ title }) => title)
  expect(titles('succeeded')).toEqual([])
  expect(titles('skipped')).toEqual(['Its conditions were not met'])
  expect(titles('timedOut')).toEqual(['The other chain did not answer in time'])
  expect(titles('pending')).toEqual(['Waiting for the other chain'])
  expect(titles('unanswered')).toEqual(['The other chain never answered'])
  expect(titles('failed', [noFee, there(5)])).toEqual(['Nothing was left to pay the fee', 'The other chain refused it'])
})

const recordings = new URL('.', import.meta.resolve('@flow-query/testing/recordings/v1/state.json').replace('v1/', ''))
const versions = { v1, v1beta1 }

const recorded = readdirSync(recordings, { withFileTypes: true }).filter(entry => entry.isDirectory())

test.each(recorded.map(({ name }) => name))('every error that was recorded of %s is known', async name => {
  const version = name.startsWith('v1beta1') ? 'v1beta1' : 'v1'
  const state = stateFromRecording(JSON.parse(readFileSync(new URL(`${name}/state.json`, recordings), 'utf8')))
  const lcd = createLcd({ state, version })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, versions: [versions[version]] })
  const errors = new Map<string, Flow>()
  for await (const flow of scanFlows(client))
    for await (const entry of scanFlowHistory(client, { id: flow.id }))
      for (const error of entry.errors) errors.set(error, flow)
  expect(errors.size).toBeGreaterThan(0)
  for (const [error, flow] of errors) {
    expect(nameProblem(error)).not.toBeNull()
    expect(explainProblem(error, flow).help).not.toMatch(/own words|Usual reasons/)
  }
})

import type { DraftProblem } from '@flow-query/insights/draft'
import { expect, test } from 'vitest'
import { explainDraftProblem, shortenAddress } from '../index.js'

const owner = 'into1pnhx98979q53ll8sxc2pnkthavp5uvryatg7nr'
const other = 'into17ltlpmjfwuj882du0a3femzzalc5xtn8mrky0r'
const into = (amount: number) => ({ denom: 'uinto', amount: String(amount) })
const money = { held: into(1_000), needed: into(20_000), missing: into(19_000), missingForAllRuns: into(50_000) }

type WithoutPath<Problem> = Problem extends DraftProblem ? Omit<Problem, 'path'> & { path?: string } : never

/** One problem of each kind. */
const cases: readonly [problem: WithoutPath<DraftProblem>, text: string][] = [
  [
    { kind: 'nodeRefuses', effect: 'refused', message: 'unauthorized' },
    'The node doesn’t accept the flow: unauthorized',
  ],
  [
    { kind: 'labelTooLong', effect: 'refused', limit: '50' },
    'The label has more than 50 bytes, so the chain doesn’t accept the flow. Shorten the label.',
  ],
  [
    { kind: 'noMessages', effect: 'refused' },
    'The flow has no messages, so the chain doesn’t accept the flow. Add a message.',
  ],
  [
    { kind: 'tooManyMessages', effect: 'refused', limit: '9' },
    'The flow has more than 9 messages, so the chain doesn’t accept the flow. Move some messages to a second flow.',
  ],
  [
    { kind: 'tooManyComparisons', effect: 'refused', limit: '5' },
    'The flow has more than 5 comparisons, so the chain doesn’t accept the flow. Remove some of them.',
  ],
  [
    { kind: 'tooManyFeedbackLoops', effect: 'refused', limit: '5' },
    'The flow has more than 5 feedback loops, so the chain doesn’t accept the flow. Remove some of them.',
  ],
  [
    { kind: 'invalidDuration', effect: 'refused', value: '1 day' },
    '“1 day” isn’t a duration, so the chain doesn’t accept the flow. Use units such as 30s, 10m or 24h.',
  ],
  [
    { kind: 'durationTooShort', effect: 'refused', limit: '60s' },
    'The duration is shorter than 1 minute, so the chain doesn’t accept the flow. Use at least 1 minute.',
  ],
  [
    { kind: 'durationTooLong', effect: 'refused', limit: '94608000s' },
    'The duration is longer than 1,095 days, so the chain doesn’t accept the flow. Use at most 1,095 days.',
  ],
  [
    { kind: 'intervalTooShort', effect: 'refused', limit: '5s' },
    'The interval is shorter than 5 seconds, so the chain doesn’t accept the flow. Use at least 5 seconds.',
  ],
  [
    { kind: 'intervalTooLong', effect: 'refused', limit: '3600s' },
    'The interval is longer than the duration, so the chain doesn’t accept the flow. Use at most 1 hour.',
  ],
  [
    { kind: 'startTooSoon', effect: 'refused', limit: '2026-11-24T10:00:00Z' },
    'The start is too early, so the chain doesn’t accept the flow. Use a time after 24 Nov 2026, 10:00:00 UTC, or no start time.',
  ],
  [
    { kind: 'intervalTooLong', effect: 'refused', limit: '0s' },
    'The interval is longer than the duration, so the chain doesn’t accept the flow. Use a duration that is at least as long as the interval.',
  ],
  [
    { kind: 'startBefore2001', effect: 'refused' },
    'The start is before 2001, because the portal reads a delay of more than 11 days as a time, so the chain doesn’t accept the flow. Use the time of the start, in milliseconds since 1970.',
  ],
  [
    { kind: 'startTooLate', effect: 'refused', limit: '2026-11-24T10:00:00Z' },
    'The start is too late, so the chain doesn’t accept the flow. Use a time before 24 Nov 2026, 10:00:00 UTC.',
  ],
  [
    { kind: 'startWithoutInterval', effect: 'refused' },
    'A start time needs an interval, so the chain doesn’t accept the flow. Set an interval, or remove the start time.',
  ],
  [
    { kind: 'runsInEveryBlock', effect: 'losesMoney' },
    'Without an interval, a flow with a start time runs in every block until its money is spent. Set an interval, or remove the start time.',
  ],
  [
    { kind: 'unevenInterval', effect: 'losesMoney', coins: [into(500_000)] },
    'The duration isn’t a multiple of the interval, so 0.5 INTO will stay in the fee account for good. Use a duration that is a multiple of the interval.',
  ],
  [
    { kind: 'intervalTooShortForRelayer', effect: 'stops', value: '5s', limit: '60s' },
    'If the other chain doesn’t respond to a run before the next one is due, the flow stops. Use at least 1 minute.',
  ],
  [
    { kind: 'invalidAddress', effect: 'everyRunFails', address: 'bob', prefix: 'into' },
    '“bob” isn’t a valid address, so every run fails. Use an address that starts with into1.',
  ],
  [
    { kind: 'invalidAddress', effect: 'refused', address: '', prefix: 'into' },
    'An address is missing, so the chain doesn’t accept the flow. Use an address that starts with into1.',
  ],
  [
    {
      kind: 'otherChainAddress',
      effect: 'everyRunFails',
      address: 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu3h6cprl',
      prefix: 'into',
    },
    'cosmos1fl…h6cprl is an address of another chain, so every run fails. Use an address that starts with into1.',
  ],
  [
    { kind: 'wrongSigner', effect: 'refused', address: other, owner },
    'OTHER has to sign this message, but a flow signs as its owner, so the chain doesn’t accept the flow. Correct the sender.',
  ],
  [
    { kind: 'wrongGrantee', effect: 'everyRunFails', address: other, owner },
    `The grantee is OTHER, but a flow uses the permissions of its owner, so every run fails. Use the owner ${owner} as the grantee.`,
  ],
  [
    { kind: 'onlyExec', effect: 'everyRunFails', type: 'MsgSend' },
    'An agent only executes MsgExec, but this is MsgSend, so every run fails. Wrap the message in a MsgExec, and grant the agent a permission for it.',
  ],
  [
    { kind: 'unsupportedMessage', effect: 'refused', type: '/a.MsgB' },
    'Flows can’t execute /a.MsgB, so the chain doesn’t accept the flow. Use another message.',
  ],
  [
    { kind: 'invalidDenom', effect: 'everyRunFails', denom: '1' },
    '“1” isn’t a valid denom, so every run fails. Correct the denom.',
  ],
  [
    { kind: 'amountNotPositive', effect: 'everyRunFails', coin: into(0) },
    'The amount is 0 INTO, so every run fails. Use an amount above 0.',
  ],
  [
    { kind: 'unknownDenom', effect: 'everyRunFails', denom: 'ufoo', address: owner },
    'OWNER has no ufoo, so every run fails. Check the denom, or send some to this account first.',
  ],
  [
    { kind: 'grantMissing', effect: 'everyRunFails', address: other, run: 1 },
    `OTHER hasn’t permitted this message, so every run fails. Ask ${other} to grant the permission.`,
  ],
  [
    { kind: 'grantExpires', effect: 'stops', address: other, run: 3, expires: '2026-11-24T10:00:00Z' },
    'The permission of OTHER expires on 24 Nov 2026, 10:00:00 UTC, before run 3. Renew the permission, or end the flow earlier.',
  ],
  [
    { kind: 'grantUsedUp', effect: 'stops', address: other, run: 3 },
    'The permission of OTHER is used up before run 3. Raise the limit of the permission, or end the flow earlier.',
  ],
  [
    { kind: 'agentNotFound', effect: 'refused', address: other },
    'There is no agent with the address OTHER, so the chain doesn’t accept the flow. Choose another agent.',
  ],
  [
    { kind: 'noOpenChannel', effect: 'everyRunFails', connectionId: 'connection-7', address: owner },
    'The owner has no open interchain account on connection-7, so every run fails. Register the interchain account first, by signing a MsgRegisterAccount.',
  ],
  [
    { kind: 'clientExpired', effect: 'everyRunFails', connectionId: 'connection-7', address: owner },
    'connection-7 has expired or is frozen, so every run fails. Use another connection, or ask its operators to renew it.',
  ],
  [
    { kind: 'unbondingLimit', effect: 'stops', address: other, run: 8 },
    'Run 8 fails, because there are already seven open unbonding entries with OTHER. Use a longer interval or another validator.',
  ],
  [
    { kind: 'relayerOffline', effect: 'stops', flowIds: ['4', '7'] },
    'The other chain hasn’t acknowledged the newest runs of flow 4 and 7, so runs fail or the flow ends early. Wait until it does.',
  ],
  [
    { kind: 'invalidAmount', effect: 'refused', amount: '1.5' },
    '“1.5” isn’t a valid amount, so the chain doesn’t accept the flow. Use an integer.',
  ],
  [
    { kind: 'invalidAddress', effect: 'everyRunFails', address: 'x', prefix: '' },
    '“x” isn’t a valid address, so every run fails. Correct the address.',
  ],
  [
    { kind: 'dryRunFails', effect: 'everyRunFails', message: 'no validator found' },
    'The messages fail if they are executed now (no validator found), so every run fails. Correct the message.',
  ],
  [
    { kind: 'feeFundsNotHeld', effect: 'refused', address: owner, held: into(1_000_000), needed: into(2_000_000) },
    'The owner has 1 INTO, but would pay 2 INTO into the fee account, so the chain doesn’t accept the flow. Pay in less, or send coins to the owner first.',
  ],
  [
    { kind: 'invalidCoins', effect: 'refused' },
    'The coins aren’t valid, so the chain doesn’t accept the flow. List each denom once, sorted by name.',
  ],
  [
    { kind: 'feeBalanceTooLow', effect: 'firstRunUnpaid', address: '', run: 1, ...money },
    'A run needs 0.02 INTO, but the fee account would have 0.001 INTO, so the flow ends at its first run. Pay in 0.05 INTO more for all runs (0.019 INTO is enough for this run).',
  ],
  [
    { kind: 'feeBalanceTooLow', effect: 'stops', address: owner, run: 4, ...money },
    `The money runs out before run 4, so the flow stops there for good. Send ${owner} 0.05 INTO more for all runs (0.019 INTO is enough for this run).`,
  ],
  [
    { kind: 'feeNotCollected', effect: 'stops', address: '', run: 2, ...money },
    'The messages of run 2 take effect, but its fee can’t be collected. Pay in 0.05 INTO more for all runs (0.019 INTO is enough for this run).',
  ],
  [
    { kind: 'messageFunds', effect: 'everyRunFails', address: owner, run: 1, ...money },
    `OWNER has 0.001 INTO, but a run sends 0.02 INTO, so every run fails. Send ${owner} at least 0.05 INTO more, or lower the amount.`,
  ],
  [
    { kind: 'messageFunds', effect: 'stops', address: owner, run: 3, ...money },
    `At run 3, OWNER has less INTO than the messages send, so the run fails. Send ${owner} at least 0.05 INTO more, or lower the amount.`,
  ],
  [
    { kind: 'agentFeeTooHigh', effect: 'everyRunFails', address: other, price: into(20_000), limit: into(10_000) },
    'The agent charges 0.02 INTO, but the fee limit is 0.01 INTO, so every run fails. Raise the fee limit to at least 0.02 INTO.',
  ],
  [
    {
      kind: 'agentFeeDenom',
      effect: 'everyRunFails',
      address: other,
      prices: [into(20_000), { denom: 'uatom', amount: '1' }],
    },
    'The fee limit contains no denom that the agent accepts, so every run fails. Use a fee limit of at least 0.02 INTO or 0.000001 ATOM.',
  ],
  [
    { kind: 'agentFeeNotHeld', effect: 'stops', address: other, price: into(20_000), run: 2 },
    'No account can pay the agent’s 0.02 INTO for run 2, so runs fail or the flow ends early. Pay more into the fee account.',
  ],
  [
    { kind: 'feeFundsTooLow', effect: 'losesMoney', coins: [into(1_000)], check: into(20_000) },
    'The fee account would have 0.001 INTO, but a run needs 0.02 INTO. So the owner’s wallet pays, and the coins stay in the fee account for good. Pay in at least 0.02 INTO, or nothing.',
  ],
  [
    { kind: 'feeFundsUnused', effect: 'losesMoney', coins: [{ denom: 'ufoo', amount: '5' }] },
    'The chain takes no fees in these denoms, so 5 ufoo will stay in the fee account for good. Remove these coins.',
  ],
  [
    { kind: 'feeFundsStranded', effect: 'losesMoney', coins: [into(1_000_000)] },
    'The flow ends early, so 1 INTO will stay in the fee account for good. Pay in less.',
  ],
  [
    { kind: 'incompleteCondition', effect: 'refused' },
    'A required field is empty, so the chain doesn’t accept the flow. Fill it in, or remove the condition.',
  ],
  [
    { kind: 'responseIndexTooHigh', effect: 'refused', index: 1, count: 1 },
    'The index is 1, but the flow has 1 message, so the chain doesn’t accept the flow. Indexes start at 0.',
  ],
  [
    { kind: 'queryTimeoutTooLong', effect: 'refused', limit: '3600s' },
    'The timeout of the query is longer than 1 hour, so the chain doesn’t accept the flow. Use at most 1 hour.',
  ],
  [
    { kind: 'bothStops', effect: 'noEffect' },
    'The chain ignores “stop after a success” and “stop after a failure” if both are on. Turn one of them off.',
  ],
  [
    { kind: 'noSavedResponses', effect: 'noEffect', flowId: '0' },
    'The flow doesn’t save its responses, so this condition has no effect. Turn on saving responses.',
  ],
  [
    { kind: 'noSavedResponses', effect: 'noEffect', flowId: '7' },
    'Flow 7 doesn’t save its responses, so this condition has no effect. Use a flow that saves its responses.',
  ],
  [
    { kind: 'emptyResponseKey', effect: 'noEffect' },
    'The response key is empty, so this condition has no effect. Name a field.',
  ],
  [
    { kind: 'queryResponseRejected', effect: 'neverRuns' },
    'With this timeout policy, the chain drops each response to the query, so the flow never runs. Use EXECUTE_QUERY_CALLBACK.',
  ],
  [
    { kind: 'invalidQueryKey', effect: 'neverRuns' },
    'The key of the query isn’t base64, so the flow never runs. Encode it as base64.',
  ],
  [
    { kind: 'messageFails', effect: 'everyRunFails', run: 2, message: 'fee allowance already exists' },
    'The message fails in run 2 and all later runs (fee allowance already exists). End the flow before that run, or use another message.',
  ],
  [
    { kind: 'loopOnFirstMessage', effect: 'everyRunFails' },
    'If a feedback loop changes the first message, the chain executes no message. Move the message after the one whose response it uses.',
  ],
  [
    { kind: 'loopIgnored', effect: 'noEffect' },
    'The chain ignores this feedback loop, so the message doesn’t change. Add messages after it until at least as many messages follow it as come before it.',
  ],
  [
    { kind: 'conditionFlowNotFound', effect: 'everyRunFails', flowId: '0' },
    'This flow has no ID yet, so every run fails. Correct the flow’s ID.',
  ],
  [
    { kind: 'messageFunds', effect: 'stops', address: owner, run: 3, held: money.held, needed: money.needed },
    'At run 3, OWNER has less INTO than the messages send, so the run fails. Lower the amount.',
  ],
  [
    { kind: 'conditionFlowNotFound', effect: 'noEffect', flowId: '999' },
    'Flow 999 doesn’t exist, so this condition has no effect. Correct the flow’s ID.',
  ],
  [
    { kind: 'conditionFlowEnded', effect: 'noEffect', flowId: '4' },
    'Flow 4 doesn’t run again, so this condition never changes. Use a flow that still runs.',
  ],
  [
    { kind: 'conditionFails', effect: 'everyRunFails', run: 1 },
    'The chain can’t evaluate the condition, so every run fails. Correct the response key, the value type or the operand.',
  ],
  [
    { kind: 'conditionFails', effect: 'everyRunFails', run: 2 },
    'The chain can’t evaluate the condition in run 2 and all later runs, so these runs fail. Correct the response key, the value type or the operand.',
  ],
  [
    { kind: 'conditionFails', effect: 'stops', run: 1 },
    'The chain can’t evaluate the condition in run 1, so this run fails.',
  ],
  [
    { kind: 'conditionFails', effect: 'everyRunFails', run: 1, path: 'conditions.feedbackLoops[0]' },
    'The chain can’t apply the feedback loop, so every run fails. Correct the response key, the value type or the message key.',
  ],
  [{ kind: 'conditionNotMet', effect: 'stops', run: 2 }, 'Run 2 will be skipped unless its condition is met by then.'],
  [
    { kind: 'dependency', effect: 'stops', flowIds: ['7'], run: 2 },
    'Because of the result of flow 7, run 2 will be skipped or will be the last one.',
  ],
]

test.each(cases)('%o', (problem, text) => {
  const { sentence, remedy } = explainDraftProblem({ path: '', ...problem })
  const shortened = text.replaceAll('OWNER', shortenAddress(owner)).replaceAll('OTHER', shortenAddress(other))
  expect(remedy === null ? sentence : `${sentence} ${remedy}`).toBe(shortened)
})

import { createFlowClient, executionOutcome, flowStatus, v1 } from '@flow-query/core'
import {
  describeNextRuns,
  describeRules,
  explainExecution,
  explainVerdict,
  formatAmounts,
  phraseText,
} from '@flow-query/format'
import { flowHealth, verdictOf } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { replay } from '../test/replay.js'
import { run } from '../test/run.js'

/**
 * The real outcome of each recorded flow, and the fix. This is the table in `v1-outcomes/README.md` in core's terms:
 *
 * - the id, and what happened
 * - the recorded heights at which the flow has upcoming runs: `both`, `first`, `second` or `neither`
 * - the cause of the newest failure
 * - the rule that stopped the flow early
 * - the advice for the flow. For a flow that is over, the advice is about a new flow.
 */
const truths = [
  '16 | could not pay run 1; money that was sent later is stranded | neither | feeBalanceTooLow | feeBalanceTooLow | don’t send money to its fee account. Create a new flow',
  '17 | runs 1 to 4 were paid, run 5 could not be | neither | feeBalanceTooLow | feeBalanceTooLow | don’t send money to its fee account. Create a new flow',
  '18 | each run tries to send more than the owner has | first | insufficientFunds | - | fund this account or lower the amount.',
  '19 | a local MsgExec names another grantee than the owner | first | wrongSigner | - | make the owner the grantee of the MsgExec',
  '20 | succeeds | first | - | -',
  '21 | no interchain account on this connection | first | noActiveChannel | - | register the interchain account on connection-0',
  '22 | a second skip in a row stopped it | neither | - | comparisons | use a condition that can be met | two skipped runs in a row',
  '23 | the compared key does not exist | first | conditionsNotMet | comparisons | no field Nothing.…correct the response key',
  '24 | compares, but saves no responses | first | - | - | - | No responses are saved, so this condition always passes',
  '25 | failed, and stops on failure | neither | insufficientFunds | stopOnFailure | fund this account or lower the amount.',
  '26 | succeeded, and stops on success | neither | - | stopOnSuccess',
  '27 | both stop flags are set: ran all 30 runs | neither | - | - | - | the chain ignores the stop settings if both are on',
  '28 | completed its schedule | neither | - | -',
  '29 | completed its schedule | neither | - | -',
  '30 | succeeds | first | - | -',
  '31 | the feedback loop finds no saved response | first | - | - | - | No responses are saved, so the message doesn’t change',
  '32 | the feedback loop names flow 9999, which does not exist | first | other | - | no flow 9999.…correct the flow id of the feedback loop',
  '33 | covered the check before the run, then ran out | neither | feeBalanceTooLow | feeBalanceTooLow | don’t send money to its fee account. Create a new flow',
  '34 | covered the check before the run, then ran out | neither | feeBalanceTooLow | feeBalanceTooLow | don’t send money to its fee account. Create a new flow',
  '35 | no such validator | neither | other | - | name an existing validator',
  '36 | nothing delegated | neither | other | - | name the validator of an existing delegation',
  '37 | nothing delegated | neither | other | - | name the validator of an existing delegation',
  '38 | none of this denom | neither | insufficientFunds | - | fund this account or lower the amount.',
  '39 | flow 18 had failed: skipped twice | neither | - | skipOnFailureOf | Create a new flow',
  '40 | flow 18 had failed, and it stops then | neither | - | stopOnFailureOf',
  '41 | the second message is not affordable | first | insufficientFunds | - | fund this account or lower the amount.',
  '42 | no such channel | neither | other | - | name an existing channel',
  '43 | the response of a send is empty | first | conditionsNotMet | comparisons | response is empty…read the response of another message',
  '44 | the feedback loop finds nothing in an empty response | first | - | -',
  '45 | a run was unanswered when the next was due | neither | - | unacknowledgedRun | use an interval that is longer than the relayer’s delays',
  '46 | failed there | neither | otherChain | - | fund the interchain account or lower the amount',
  '47 | ran on the other chain | neither | - | -',
  '48 | no grant for the agent’s account | neither | otherChain | unacknowledgedRun | grant the agent’s account an authorization',
  '49 | a run was unanswered when the next was due | neither | - | unacknowledgedRun | use an interval that is longer than the relayer’s delays',
  '50 | the agent asks 10 uinto, the limit is 5 | first | agentFeeNotPaid | - | charges 0.00001 INTO… limit is 0.000005 INTO.…raise the fee limit to at least 0.00001 INTO',
  '51 | the agent does not accept the denom of the limit | first | agentFeeNotPaid | - | set the fee limit in a denom that the agent accepts',
  '52 | neither account holds the denom | first | agentFeeNotPaid | - | Neither the fee account nor the owner held enough',
  '53 | no such agent | first | agentNotFound | - | There is no agent into1…registered agent',
  '54 | could not pay for the next run | neither | feeBalanceTooLow | feeBalanceTooLow | don’t send money to its fee account. Create a new flow',
  '55 | too little balance there | neither | otherChain | unacknowledgedRun | fund the interchain account or lower the amount',
  '56 | failed there, and stops on failure, one run late | neither | otherChain | stopOnFailure',
  '57 | wrong signer there | neither | otherChain | unacknowledgedRun | make the interchain account the sender of each message',
  '58 | a run was unanswered when the next was due | neither | - | unacknowledgedRun | use an interval that is longer than the relayer’s delays',
  '59 | a run was unanswered when the next was due | neither | - | unacknowledgedRun | use an interval that is longer than the relayer’s delays',
  '60 | failed there | neither | otherChain | unacknowledgedRun | fund the interchain account or lower the amount',
  '61 | its query was not answered | neither | - | unansweredQuery | Create a new flow',
  '62 | its query was not answered | neither | - | unansweredQuery | Create a new flow',
  '63 | its query was not answered | neither | - | unansweredQuery | Create a new flow',
  '64 | covered the check before the run, then ran out | neither | feeBalanceTooLow | feeBalanceTooLow | don’t send money to its fee account. Create a new flow',
  '65 | its fee could not be collected, later it could not pay | neither | feeBalanceTooLow | feeBalanceTooLow | don’t send money to its fee account. Create a new flow',
  '66 | the last run succeeded | neither | - | -',
  '67 | a run was unanswered when the next was due | neither | timedOut | unacknowledgedRun | use an interval that is longer than the relayer’s delays',
  '68 | a run was unanswered when the next was due | neither | timedOut | unacknowledgedRun | use an interval that is longer than the relayer’s delays',
  '69 | succeeds every 120 s | both | - | -',
  '70 | a run was unanswered when the next was due | neither | - | unacknowledgedRun | use an interval that is longer than the relayer’s delays',
  '71 | failed there, and stops on failure, one run late | neither | otherChain | stopOnFailure',
  '143 | completed its schedule | neither | - | -',
  '144 | succeeded, and stops on success | neither | - | stopOnSuccess',
  '145 | could not pay | neither | feeBalanceTooLow | feeBalanceTooLow | don’t send money to its fee account. Create a new flow',
  '146 | each run fails in a condition | second | conditionsNotMet | - | Correct the response key',
].map(row => {
  const [id = '', what = '', runs = '', ...others] = row.split(' | ')
  const [cause, stop, help, rule] = others.map(value => (value === '-' ? null : value))
  return { id, what, runs, cause, stop, help: pattern(help), rule: pattern(rule) }
})

/** Creates a pattern that ignores case, because advice after "If you create a new flow" starts in lower case. */
function pattern(text: string | null | undefined): RegExp | null {
  return text ? new RegExp(text.replace(/[.()]/g, '\\$&').replaceAll('…', '.*'), 'i') : null
}

/** Matches advice that requires another run. */
const needsAnotherRun =
  /[Tt]op up|[Ss]end (at least )?\S+ INTO|next run|(^|\. )(Fund|Register|Raise|Set|Grant|Correct|Make|Choose) /

describe.each([
  ['first', 'while-they-run.json'],
  ['second', 'after-their-end.json'],
] as const)('at the %s height', async (height, file) => {
  const node = replay(`v1-outcomes/${file}`)
  afterAll(node.close)
  const client = createFlowClient({ lcd: node.url, fetch: node.fetch, versions: [v1] })
  const now = node.time

  test('the expected outcomes include all recorded flows', () => {
    const made = truths.map(({ id }) => id).filter(id => height === 'second' || Number(id) < 143)
    expect(node.flowIds.toSorted((a, b) => Number(a) - Number(b))).toEqual(made)
  })

  test.each(truths.filter(({ id }) => node.flowIds.includes(id)))('flow $id: $what', async ({ id, ...truth }) => {
    const hasNextRun = truth.runs === 'both' || truth.runs === height
    const flow = await client.flow({ id })
    const page = await client.flowHistory({ id, limit: 20, reverse: true })
    const [newest] = page.history
    const agent = await client
      .trustlessAgent({ agentAddress: flow.trustlessAgent?.agentAddress ?? 'none' })
      .catch(() => null)
    const known = { agent, feeBalance: node.balanceOf(flow.feeAddress) }

    // The query can be answered for an hour.
    const isUnanswered = truth.stop === 'unansweredQuery'
    const time = chainTimeAt(isUnanswered ? now + 3_600_000 : now)

    const status = flowStatus(flow, time, { newest })
    const health = flowHealth(flow, page, time)
    expect(health).toMatchObject(
      hasNextRun
        ? { state: truth.cause ? 'failing' : 'healthy', ...(truth.cause && { cause: truth.cause }) }
        : { state: 'ended', cause: truth.cause, stopped: truth.stop ? { rule: truth.stop } : null },
    )
    if (!isUnanswered) expect(status).toBe(hasNextRun ? 'active' : truth.stop ? 'stopped' : 'completed')

    const { title, help } = explainVerdict(verdictOf(flow, health, null, time), known)
    const next = describeNextRuns(flow, time, { newest })
    expect(next).toMatch(hasNextRun ? /^(Runs in|Is due now)/ : /^It won’t run again$/)
    if (truth.help) expect(help).toMatch(truth.help)
    else if (hasNextRun) expect(help).toBeNull()
    if (truth.rule) {
      const { conditions, configuration } = describeRules(flow)
      expect([...conditions.map(phraseText), ...configuration].join('\n')).toMatch(truth.rule)
    }
    const stranded = hasNextRun ? '' : formatAmounts(known.feeBalance)
    if (stranded) expect(help).toContain(`still holds ${stranded}, which is stranded there.`)
    const explanations = page.history
      .slice(0, 1)
      .flatMap(entry =>
        explainExecution(entry, flow, executionOutcome(entry, flow, time), { ...known, status }).map(
          ({ help }) => help,
        ),
      )
    for (const text of [help ?? '', ...explanations]) if (!hasNextRun) expect(text).not.toMatch(needsAnotherRun)

    if (isUnanswered) {
      expect(flowHealth(flow, page, chainTimeAt(now))).toMatchObject({ state: 'stuck', cause: 'queryUnanswered' })
      return
    }
    vi.setSystemTime(now)
    const { stdout, stderr } = await run(['explain', id, '--lcd', node.url])
    expect(stderr).toBe('')
    // The forecast can be worse than the health, but only of a flow that still runs.
    const isWorse = /^(Next run: )?(will|likely to) (stop|fail) /im.test(stdout)
    if (!hasNextRun) expect(isWorse).toBe(false)
    if (!isWorse) {
      expect(stdout).toContain(`${phraseText(title)}.`)
      // The forecast also includes the balance of the fee account.
      expect(stdout).toContain((help ?? '').replace(/ ?Its fee account still holds .* stranded there\.$/, ''))
    }
    if (!stdout.includes('the flow is expected to stop')) expect(stdout).toContain(`\n${next}.\n`)
  })
})
